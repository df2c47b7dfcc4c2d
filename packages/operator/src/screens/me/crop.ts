/** The part of an image that is used: a square with sides of `side` pixels at `x`, `y`. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}
/**
 * The operator's choice of zoom and position. With zoom 1 the square covers the whole shorter side.
 * The position of the square ranges from 0 to 1 on each axis.
 */
export interface CropChoice {
  readonly zoom: number;
  readonly across: number;
  readonly down: number;
}
export const initialChoice: CropChoice = { zoom: 1, across: 0.5, down: 0.5 };
export const maxZoom = 4;

/** Returns the square in an image of the given size. */
export function getCrop(width: number, height: number, { zoom, across, down }: CropChoice): Crop {
  const side = Math.min(width, height) / clamp(zoom, 1, maxZoom);
  return { x: (width - side) * clamp(across, 0, 1), y: (height - side) * clamp(down, 0, 1), side };
}

/** Returns the choice after a drag. `delta` is the distance in sides of the square. */
export function dragCrop(
  choice: CropChoice,
  width: number,
  height: number,
  delta: { readonly x: number; readonly y: number },
): CropChoice {
  const { side } = getCrop(width, height, choice);
  const moveAlong = (position: number, length: number, part: number): number =>
    length - side < 1 ? position : clamp(position - (part * side) / (length - side), 0, 1);
  return {
    ...choice,
    across: moveAlong(choice.across, width, delta.x),
    down: moveAlong(choice.down, height, delta.y),
  };
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
