import { Button } from "../Button.tsx";

/** Button at the end of a list that loads earlier rows. Not shown if there are none. */
export function LoadOlderButton({
  onLoadMore,
  busy,
  children,
}: {
  onLoadMore: (() => void) | null;
  busy: boolean;
  children: string;
}) {
  if (onLoadMore === null) return null;
  return (
    <div className="older">
      <Button unavailable={busy} onClick={onLoadMore}>
        {children}
      </Button>
    </div>
  );
}
