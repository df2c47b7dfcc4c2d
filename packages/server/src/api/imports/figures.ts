export const dayMs = 24 * 3_600_000;
/** Time of which the comparisons with the old system have figures (MV-070, MV-087). */
export const figureMs = 7 * dayMs;

export const roundFigure = (value: number | null): number | null =>
  value === null ? null : Math.round(value);
