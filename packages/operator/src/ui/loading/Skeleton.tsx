import { useHasElapsed } from "./delay.ts";

/** Returns true once `on` has been true for 300 ms, so that fast loads show no skeleton. */
export const useDelayedLoading = (on: boolean): boolean => useHasElapsed(300, on);

/** Skeleton of rows with an avatar. */
export function RowSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, n) => (
        <div className="bonerow" key={n}>
          <span className="bone face" />
          <span className="skeleton">
            <span className={`bone w${40 + ((n * 3) % 4) * 4}`} />
            <span className={`bone thin w${60 + ((n * 7) % 4) * 8}`} />
          </span>
        </div>
      ))}
    </div>
  );
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, n) => (
        <div className="bonerow low" key={n}>
          <span className={`bone w${60 + ((n * 7) % 4) * 8}`} />
        </div>
      ))}
    </div>
  );
}

/** Skeleton of text lines, for forms and panels. */
export function LineSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, n) => (
        <span key={n} className={`bone w${60 + ((n * 7) % 4) * 8}`} />
      ))}
    </div>
  );
}
