/** Files that people bring: pictures made small enough to be sent, and maps of other programs taken apart. */

/** As much as the server takes, and the longest side of a picture that is made smaller. */
const MAX = 2 * 1024 * 1024;
const LONGEST = 4096;

/** What a browser offers to choose from. */
export const PICTURES = 'image/png,image/jpeg,image/webp';
export const MAPS = '.uvtt,.dd2vtt,.df2vtt';

export const isMap = ({ name }: { name: string }): boolean =>
  MAPS.split(',').some((end) => name.toLowerCase().endsWith(end));

export interface MapFile {
  /** All of it but the picture, as the server reads it. */
  text: string;
  picture: Blob | null;
}

/** Takes a Universal VTT map apart: the picture is most of it, and is not needed to read the walls. */
export function takenApart(text: string): MapFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // The server says what is wrong with it, and where.
    return { text, picture: null };
  }
  if (typeof file !== 'object' || file === null) return { text, picture: null };
  const { image, ...rest } = file as Record<string, unknown>;
  return { text: JSON.stringify(rest), picture: typeof image === 'string' ? decoded(image) : null };
}

/** A picture in letters, with or without what comes before them in an address of data. */
function decoded(letters: string): Blob | null {
  try {
    const bytes = Uint8Array.from(atob(letters.slice(letters.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
    return bytes.length ? new Blob([bytes]) : null;
  } catch {
    return null;
  }
}

/** A picture that can be sent: as it is where it is small enough, else as WebP, smaller until it fits. */
export async function fitting(picture: Blob): Promise<Blob> {
  if (picture.size <= MAX) return picture;
  const image = await createImageBitmap(picture);
  let scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  for (; scale > 0.05; scale *= 0.8) {
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    if (blob.size <= MAX) return blob;
  }
  return picture;
}

/** How bright each square of a picture is, from 0 to 255, row by row. */
export async function brightness(picture: Blob, columns: number, rows: number): Promise<number[]> {
  const image = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext('2d');
  if (!context) return [];
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  return Array.from({ length: columns * rows }, (_, n) => {
    const [r = 0, g = 0, b = 0] = data.subarray(n * 4, n * 4 + 3);
    return 0.3 * r + 0.59 * g + 0.11 * b;
  });
}

/** Rows of squares from their brightness: what is darker than `dark` is a wall. */
export function traced(bright: number[], columns: number, dark: number): string[] {
  const cells = bright.map((one) => (one < dark ? '#' : '.'));
  return Array.from({ length: Math.floor(cells.length / columns) }, (_, y) =>
    cells.slice(y * columns, (y + 1) * columns).join(''),
  );
}
