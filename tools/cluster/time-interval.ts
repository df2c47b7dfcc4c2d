/** Unix milliseconds. `to` is null until the end. */
export interface TimeInterval {
  readonly from: number;
  to: number | null;
}

/** Begins an interval if a state begins, or ends the last one if it ends. */
export function recordState(intervals: TimeInterval[], isOn: boolean): void {
  const last = intervals.at(-1);
  if (last?.to === null) {
    if (!isOn) last.to = Date.now();
  } else if (isOn) intervals.push({ from: Date.now(), to: null });
}
