import { Button } from "./Button.tsx";

/** The way to earlier rows at the foot of a list; nothing when there are none. */
export function Older({ more, busy, children }: { more: (() => void) | null; busy: boolean; children: string }) {
  if (more === null) return null;
  return (
    <div className="older">
      <Button unavailable={busy} onClick={more}>
        {children}
      </Button>
    </div>
  );
}
