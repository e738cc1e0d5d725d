/** Pan, zoom and quarter turns of a map. Pure arithmetic; it knows nothing of what is drawn. */

export interface Camera {
  /** Map point in the middle of the screen. */
  x: number;
  y: number;
  /** Screen pixels per map unit. */
  scale: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

export const LEAST = 0.2;
export const MAX = 4;

export function fit(box: Box, screen: Size, margin = 28, most = 1.6): Camera {
  const room = { width: Math.max(screen.width - 2 * margin, 40), height: Math.max(screen.height - 2 * margin, 40) };
  const scale = Math.min(room.width / Math.max(box.width, 1), room.height / Math.max(box.height, 1), most);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, scale: Math.max(scale, LEAST) };
}

/** As near as `scale`, with a point as close to the middle as the edges of the map allow. */
export function near(box: Box, screen: Size, scale: number, point: { x: number; y: number }): Camera {
  const along = (at: number, start: number, length: number, seen: number) =>
    seen >= length ? start + length / 2 : Math.min(Math.max(at, start + seen / 2), start + length - seen / 2);
  return {
    x: along(point.x, box.x, box.width, screen.width / scale),
    y: along(point.y, box.y, box.height, screen.height / scale),
    scale,
  };
}

export function toScreen(camera: Camera, screen: Size, x: number, y: number): { x: number; y: number } {
  return { x: (x - camera.x) * camera.scale + screen.width / 2, y: (y - camera.y) * camera.scale + screen.height / 2 };
}

export function toMap(camera: Camera, screen: Size, x: number, y: number): { x: number; y: number } {
  return { x: (x - screen.width / 2) / camera.scale + camera.x, y: (y - screen.height / 2) / camera.scale + camera.y };
}

/** Zooms so that what is under a point of the screen stays there. */
export function zoomAt(camera: Camera, screen: Size, factor: number, px: number, py: number): Camera {
  const scale = Math.min(MAX, Math.max(LEAST, camera.scale * factor));
  const held = toMap(camera, screen, px, py);
  return { x: held.x - (px - screen.width / 2) / scale, y: held.y - (py - screen.height / 2) / scale, scale };
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** A cell of a grid after some quarter turns clockwise. */
export function turn(x: number, y: number, width: number, height: number, quarters: number): [number, number] {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return [height - 1 - y, x];
    case 2:
      return [width - 1 - x, height - 1 - y];
    case 3:
      return [y, width - 1 - x];
    default:
      return [x, y];
  }
}
