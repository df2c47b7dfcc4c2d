import { ApiError } from "@parlour/client";
import { Button } from "../Button.tsx";
import { CopyButton } from "../copy/CopyButton.tsx";
import { Banner } from "../badges.tsx";
import { t } from "../text.ts";

/**
 * Returns the text of an error. It says what the operator can do. For unknown codes, returns the
 * server's message.
 */
export function getErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("failure.unknown");
  if (error.code === "network") return t("failure.network");
  if (error.status === 409) return getRefusalText(error);
  if (error.status === 401) return t("failure.401");
  if (error.status === 403) return t("failure.403");
  if (error.status === 404) return t("failure.404");
  if (error.status === 429)
    return t("failure.429", { s: Math.ceil((error.retryAfterMs ?? 1000) / 1000) });
  if (error.status >= 500) return t("failure.500");
  return error.message;
}

/** Returns the text that says why the server refused a valid request. */
const getRefusalText = (error: ApiError): string =>
  error.limit === "chats" ? t("failure.at_limit") : error.message;

/** The same for a message that was not sent: the server may have to take the chat (CORE-003). */
export const getSendRefusalText = (error: {
  readonly code: string;
  readonly message: string;
}): string => (error.code === "at_limit" ? t("failure.at_limit") : error.message);

/** Returns code, status, request id and time of an error, which operators send to the support. */
export function getErrorDetails(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  return [
    error.code,
    error.status === 0 ? "" : `HTTP ${error.status}`,
    error.requestId,
    new Date(error.at).toISOString(),
  ]
    .filter(Boolean)
    .join(" · ");
}

interface ErrorMessageProps {
  error: unknown;
  onRetry?: () => void;
  /** Reason and advice, if the caller can describe them better than the error. */
  message?: string | undefined;
  /** Sentence that says which action failed. The reason is shown after it. */
  children?: string;
  closable?: boolean;
}

/** Shows an error inside the page: what failed, why, what to do, and details that can be copied. */
export function ErrorMessage({
  error,
  onRetry,
  message = getErrorText(error),
  children,
  closable = false,
}: ErrorMessageProps) {
  const text = children === undefined ? message : `${children} ${message}`;
  return (
    <Banner
      tone="bad"
      live
      closable={closable}
      action={
        <>
          {onRetry && (
            <Button small onClick={onRetry}>
              {t("ui.retry")}
            </Button>
          )}
          <CopyButton
            small
            text={`${text}\n${getErrorDetails(error)}`}
            label={t("ui.copydetails")}
            variant="quiet"
          />
        </>
      }
    >
      <p className="medium">{text}</p>
      <p className="t12 soft">{getErrorDetails(error)}</p>
    </Banner>
  );
}
