/** The camera over a map as the toolbar and the keys move it. */
import { fit, pan, zoomAt, type Box, type Camera, type Size } from '../map/camera';

export class Lens {
  camera: Camera = $state.raw({ x: 0, y: 0, scale: 1 });
  quarters = $state(0);
  screen: Size = $state.raw({ width: 0, height: 0 });
  /** Follow the map's size until somebody moves the camera. */
  #follows = true;
  #box: Box = { x: 0, y: 0, width: 1, height: 1 };
  #most: number;

  constructor(most = 1.6) {
    this.#most = most;
  }

  /** The map or the screen has another size. */
  frame(box: Box, screen: Size): void {
    this.#box = box;
    this.screen = screen;
    if (this.#follows) this.camera = fit(box, screen, Math.min(28, screen.width * 0.03), this.#most);
  }

  fit(): void {
    this.#follows = true;
    this.frame(this.#box, this.screen);
  }

  turn(): void {
    this.#follows = true;
    this.quarters = (this.quarters + 1) % 4;
  }

  zoom(factor: number, x = this.screen.width / 2, y = this.screen.height / 2): void {
    this.#follows = false;
    this.camera = zoomAt(this.camera, this.screen, factor, x, y);
  }

  pan(dx: number, dy: number): void {
    this.#follows = false;
    this.camera = pan(this.camera, dx, dy);
  }
}
