import { useHasElapsed } from "../../ui/loading/delay.ts";
import { Banner } from "../../ui/badges.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { t } from "../text.ts";

/** A start takes much less. Then the operator is told that it is slow, milliseconds. */
const slowStartMs = 2_000;

/** The frame until the live client starts. It says that the start is slow, or why it failed. */
export function StartingShell({ error }: { error: unknown }) {
  const isSlow = useHasElapsed(slowStartMs);
  const reload = () => location.reload();
  const message =
    error !== null ? (
      <ErrorMessage error={error} onRetry={reload} />
    ) : isSlow ? (
      <Banner
        tone="info"
        live
        action={
          <Button small onClick={reload}>
            {t("start.reload")}
          </Button>
        }
      >
        <h1 className="medium">{t("start.slow")}</h1>
        <p className="t12 soft">{t("start.slow.hint")}</p>
      </Banner>
    ) : null;
  return (
    <div className="shell">
      <nav className="rail" aria-label={t("app.main")} />
      <main className="screen">
        {message !== null && (
          <div className="page centred">
            <div className="card crash">{message}</div>
          </div>
        )}
      </main>
    </div>
  );
}
