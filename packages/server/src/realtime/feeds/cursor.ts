/** Returns the text of a cursor: `EPOCH:POSITION`. */
export const formatCursor = ({
  epoch,
  position,
}: {
  readonly epoch: string;
  readonly position: number;
}): string => `${epoch}:${position}`;
