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
  // While Parlour does not answer, a proxy sends a page of its own, which has no code of ours.
  if (error.code.startsWith("http_5")) return t("failure.fault");
  return textByCode[error.code]?.(error) ?? error.message;
}

/** A code has one meaning, whereas a status is shared by many codes and by answers of proxies. */
const textByCode: Readonly<Record<string, (error: ApiError) => string>> = {
  network: () => t("failure.network"),
  unauthorized: () => t("failure.unauthorized"),
  invalid_credentials: () => t("failure.unauthorized"),
  invalid_token: () => t("failure.unauthorized"),
  forbidden: () => t("failure.forbidden"),
  confirmation_needed: () => t("failure.confirmation_needed"),
  second_factor_needed: () => t("failure.second_factor_needed"),
  wrong_address: ({ location }) => getWrongAddressText(location ?? ""),
  not_found: () => t("failure.not_found"),
  at_limit: ({ limit, message }) => (limit === "chats" ? t("failure.at_limit") : message),
  rate_limited: ({ retryAfterMs }) =>
    t("failure.rate_limited", { s: Math.ceil((retryAfterMs ?? 1000) / 1000) }),
  internal_error: () => t("failure.fault"),
  temporarily_unavailable: () => t("failure.fault"),
};

/** Says that the installation is set up for `url`, but this page was opened elsewhere (CFG-166). */
export const getWrongAddressText = (url: string): string =>
  t("failure.wrong_address", { url, opened: location.origin });

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
