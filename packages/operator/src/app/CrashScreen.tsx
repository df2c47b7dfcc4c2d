import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "../ui/Failure.tsx";

/** A screen that failed to draw, or whose files the server does not have any more: the page that it has now is read. Replies that were typed are kept on the device. */
export function CrashScreen({ error }: ErrorComponentProps) {
  return (
    <main className="page centred">
      <div className="card crash">
        <Failure error={error} onRetry={() => location.reload()} />
      </div>
    </main>
  );
}
