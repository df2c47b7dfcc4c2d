import { Button } from "./Button.tsx";

/** Button at the end of a list that loads earlier rows. Hidden if there are none. */
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
