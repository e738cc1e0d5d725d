/** How the picture that a zone names is drawn. */
import type { Picture } from '../types';

/** A small generator, so that a zone is drawn the same each time. */
export function scatter(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 0x1000000;
  };
}

/** The line art of a picture inside a card of this size, as SVG paths: strokes and washes. */
export function sketch(kind: Picture, id: string, w: number, h: number): { strokes: string[]; washes: string[] } {
  const random = scatter(id + kind);
  const strokes: string[] = [],
    washes: string[] = [];
  const between = (a: number, b: number) => a + (b - a) * random();
  switch (kind) {
    case 'water': {
      const top = h * 0.5;
      washes.push(
        `M0 ${f(top + 8)}${wave(0, w, top + 8, 46, 5)}V${h}H0Z`,
        `M0 ${f(h * 0.74)}${wave(0, w, h * 0.74, 62, 5)}V${h}H0Z`,
      );
      for (let y = top + 20; y < h - 6; y += 17) {
        for (let x = between(6, 40); x < w - 40; x += between(56, 110)) strokes.push(`M${f(x)} ${f(y)}q7 -6 14 0t14 0`);
      }
      break;
    }
    case 'fire':
      for (let x = 14; x < w - 10; x += between(20, 36)) {
        const s = between(13, 27),
          y = h - between(4, 9);
        strokes.push(
          `M${f(x)} ${f(y)}` + curve(s, -0.55, -0.4, -0.1, -0.8, 0.05, -1.4) + curve(s, 0.25, 0.5, 0.75, 0.7, 0.3, 1.4),
        );
      }
      washes.push(`M0 ${f(h * 0.8)}${wave(0, w, h * 0.8, 38, 9)}V${h}H0Z`);
      break;
    case 'trees':
      for (let x = 16; x < w - 10; x += between(24, 46)) {
        const s = between(15, 28),
          y = h - between(5, 12);
        strokes.push(
          `M${f(x)} ${f(y)}v${f(-s * 0.5)}m0 0` +
            curve(s, -0.75, 0, -0.7, -0.75, -0.25, -0.8) +
            curve(s, -0.05, -0.65, 0.6, -0.65, 0.55, 0) +
            curve(s, 0.5, 0.1, 0.45, 0.8, -0.3, 0.8),
        );
      }
      washes.push(`M0 ${f(h * 0.83)}${wave(0, w, h * 0.83, 60, 6)}V${h}H0Z`);
      break;
    case 'height':
      for (let n = 0; n < 5; n++) {
        const y = h - 8 - n * 13,
          inset = n * w * 0.085;
        strokes.push(
          `M${f(w * 0.06 + inset)} ${f(y + 6)}Q${f(w * 0.3 + inset * 0.5)} ${f(y - 13)} ` +
            `${f(w * 0.55)} ${f(y - 7)}T${f(w * 0.97 - inset * 0.5)} ${f(y + 4)}`,
        );
      }
      washes.push(`M0 ${h}V${f(h * 0.86)}Q${f(w * 0.45)} ${f(h * 0.45)} ${w} ${f(h * 0.82)}V${h}Z`);
      break;
    case 'wall':
    case 'stone': {
      const high = kind === 'wall' ? 3 : 2;
      for (let row = 0; row < high; row++) {
        const y = h - 13 * (row + 1);
        for (let x = row % 2 ? -16 : 0; x < w; x += 32) {
          if (random() < (kind === 'wall' ? 0.9 : 0.6) - row * 0.14)
            strokes.push(`M${f(x + 2.5)} ${f(y + 2)}h27v9h-27z`);
        }
      }
      washes.push(`M0 ${f(h - high * 13)}H${w}V${h}H0Z`);
      break;
    }
    case 'wood':
      for (let y = h - 8; y > h * 0.66; y -= 12) {
        strokes.push(`M0 ${f(y)}Q${f(w * 0.3)} ${f(y + between(-2, 2))} ${w} ${f(y)}`);
        for (let x = between(10, 60); x < w; x += between(50, 110)) strokes.push(`M${f(x)} ${f(y)}v-12`);
      }
      washes.push(`M0 ${f(h * 0.66)}H${w}V${h}H0Z`);
      break;
    case 'dark':
      for (let x = -h * 0.4; x < w; x += 11) strokes.push(`M${f(x)} ${h}l${f(h * 0.42)} ${f(-h * 0.42)}`);
      break;
    default: {
      const many = kind === 'ground' ? 46 : 18;
      for (let n = 0; n < many; n++) {
        const x = between(8, w - 12),
          y = between(h * 0.6, h - 6);
        strokes.push(kind === 'ground' ? `M${f(x)} ${f(y)}h${f(between(0.5, 5))}` : `M${f(x)} ${f(y)}l2 -6m1 6l3 -5`);
      }
      washes.push(`M0 ${f(h * 0.84)}${wave(0, w, h * 0.84, 90, 6)}V${h}H0Z`);
    }
  }
  return { strokes, washes };
}

const f = (n: number) => n.toFixed(1);

/** A cubic curve from where the pen is, in shares of `size`. */
function curve(size: number, ...shares: number[]): string {
  return 'c' + shares.map((share) => f(share * size)).join(' ');
}

function wave(from: number, to: number, y: number, length: number, height: number): string {
  let path = '';
  for (let x = from; x < to; x += length)
    path += `Q${f(x + length / 4)} ${f(y - height)} ${f(x + length / 2)} ${f(y)}` + `T${f(x + length)} ${f(y)}`;
  return path;
}
