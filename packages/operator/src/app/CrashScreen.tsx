import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorMessage } from "../ui/loading/ErrorMessage.tsx";

/**
 * Error screen. Shown if a screen fails to render, or if its chunk no longer exists on the server.
 * Retry loads the current page again. Typed replies are stored on the device.
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
