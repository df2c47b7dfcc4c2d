import { ApiError } from "@parlour/client";
import { Button } from "./Button.tsx";
import { CopyButton } from "./Copy.tsx";
import { Banner } from "./marks.tsx";
import { t } from "./text.ts";

/**
 * Returns the text of an error, which says what a person can do. Unknown codes use the server's
 * message.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t("failure.unknown");
  if (error.code === "network") return t("failure.network");
  if (error.status === 409) return refusalOf(error);
  if (error.status === 401) return t("failure.401");
  if (error.status === 403) return t("failure.403");
  if (error.status === 404) return t("failure.404");
  if (error.status === 429) return t("failure.429", { s: Math.ceil((error.retryAfterMs ?? 1000) / 1000) });
  if (error.status >= 500) return t("failure.500");
  return error.message;
}

/** Returns why the server refused a valid request. */
export function refusalOf(error: { readonly code: string; readonly message: string }): string {
  return error.code === "at_limit" ? t("failure.at_limit") : error.message;
}

/** Returns code, status, request id and time of an error, for support. */
export function detailsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  return [error.code, error.status === 0 ? "" : `HTTP ${error.status}`, error.requestId, new Date(error.at).toISOString()]
    .filter(Boolean)
    .join(" · ");
}

interface FailureProps {
  error: unknown;
  onRetry?: () => void;
  /** Reason and advice, if the caller knows them better than the error. */
  words?: string;
  /** Sentence that says which action failed. The reason follows it. */
  children?: string;
}

/** Shows an error inside the page: what failed, why, what to do, and details to copy. */
export function Failure({ error, onRetry, words = wordsOf(error), children }: FailureProps) {
  const said = children === undefined ? words : `${children} ${words}`;
  return (
    <Banner
      tone="bad"
      live
      action={
        <>
          {onRetry && (
            <Button small onClick={onRetry}>
              {t("ui.retry")}
            </Button>
          )}
          <CopyButton small text={`${said}\n${detailsOf(error)}`} label={t("ui.copydetails")} variant="quiet" />
        </>
      }
    >
      <p className="medium">{said}</p>
      <p className="t12 soft">{detailsOf(error)}</p>
    </Banner>
  );
}
