import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorMessage } from "../ui/loading/ErrorMessage.tsx";

/**
 * Shown if a screen failed to render, or if its chunk is no longer on the server. Retry loads the
 * current page. Typed replies are stored on the device.
 */
export function CrashScreen({ error }: ErrorComponentProps) {
  return (
    <main className="page centred">
      <div className="card crash">
        <ErrorMessage error={error} onRetry={() => location.reload()} />
      </div>
    </main>
  );
}
