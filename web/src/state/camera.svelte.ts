/** The camera over a map as the toolbar and the keys move it. */
import { fit, near, pan, zoomAt, type Camera, type Size } from '../map/camera';
import { margin, type Drawn } from '../map/places';

export class Lens {
  camera: Camera = $state.raw({ x: 0, y: 0, scale: 1 });
  quarters = $state(0);
  screen: Size = $state.raw({ width: 0, height: 0 });
  /** Follow the map's size until somebody moves the camera. */
  follows = $state(true);
  /** The map as it is drawn now. */
  drawn: Drawn | null = null;
  #most: number;
  /** Somebody asked to see all of it, however small. */
  #whole = false;
  /** Whoever acts: kept in sight where the whole map would be too small to touch. */
  #focus: { x: number; y: number } | null = null;

  constructor(most = 1.6) {
    this.#most = most;
  }

  /** The map or the screen has another size. */
  frame(drawn: Drawn, screen: Size, focus: { x: number; y: number } | null = this.#focus): void {
    this.#focus = focus;
    this.drawn = drawn;
    this.screen = screen;
    if (!this.follows) return;
    const all = fit(drawn.box, screen, margin(screen), this.#most);
    this.camera = this.#whole || !focus || all.scale >= drawn.least ? all : near(drawn.box, screen, drawn.least, focus);
  }

  fit(): void {
    // Asked again, it goes back to whoever acts.
    this.#whole = !(this.follows && this.#whole);
    this.follows = true;
    if (this.drawn) this.frame(this.drawn, this.screen);
  }

  turn(): void {
    this.follows = true;
    this.quarters = (this.quarters + 1) % 4;
  }

  zoom(factor: number, x = this.screen.width / 2, y = this.screen.height / 2): void {
    this.follows = false;
    this.camera = zoomAt(this.camera, this.screen, factor, x, y);
  }

  pan(dx: number, dy: number): void {
    this.follows = false;
    this.camera = pan(this.camera, dx, dy);
  }
}
