import { ApiError } from "@parlour/client";
import type {
  AuthorizationRedirect,
  AuthorizationRequest,
  DescribedAuthorization,
} from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../state/account.ts";
import { api } from "../../state/api/api.ts";
import { usePreferences } from "../../state/browser/preferences.ts";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Field.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { useTitle } from "../../ui/title.ts";
import "./authorize.css";
import { getScopeText } from "../../ui/security/scope-text.ts";
import { t } from "./text.ts";

/**
 * Renders `/oauth/authorize`, which an application opens to ask for access (MCP-062). Nothing is
 * granted before a click on the button.
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const request = readRequest(new URLSearchParams(location.search));
  const query = useQuery({
    queryKey: ["authorize", location.search],
    queryFn: ({ signal }) =>
      api.get<DescribedAuthorization>("/me/applications/request", {
        query: { ...request },
        signal,
      }),
    enabled: request !== null,
    retry: false,
  });
  const isDelayed = useDelayedLoading(query.isLoading);
  return (
    <main className="page authorizepage">
      <section className="card authorize" aria-busy={query.isLoading}>
        {(request === null || query.isError) && (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        )}
        {isDelayed && <LineSkeleton lines={6} />}
        {request !== null && query.data !== undefined && (
          <Decision request={request} described={query.data} />
        )}
      </section>
    </main>
  );
}

/** Says why the application cannot be connected. `error` is null if its link is not complete. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isRefused = error instanceof ApiError && error.status === 400;
  useTitle("section", t("authorize.failed"));
  return (
    <>
      <h1>{t("authorize.failed")}</h1>
      {error === null ? (
        <p>{t("authorize.invalid")}</p>
      ) : isRefused ? (
        <ErrorMessage error={error} message={t("authorize.invalid")} />
      ) : (
        <ErrorMessage error={error} onRetry={onRetry} />
      )}
    </>
  );
}

/** Shows who asks and for what, and lets the operator reduce it, connect or decline. */
function Decision({
  request,
  described,
}: {
  request: AuthorizationRequest;
  described: DescribedAuthorization;
}) {
  const { name, scopes, redirect_host, decline_url } = described;
  const account = useAccount().data?.name ?? "";
  const [granted, setGranted] = useState<ReadonlySet<string>>(
    () => new Set(scopes.filter((scope) => scope.is_preselected).map((scope) => scope.name)),
  );
  const { busy, failure, run } = useApiMutation();
  useTitle("section", t("authorize.title", { name }));
  const toggle = (scope: string, isOn: boolean) => {
    const next = new Set(granted);
    if (isOn) next.add(scope);
    else next.delete(scope);
    setGranted(next);
  };
  const connect = async () => {
    const { url } = await api.post<AuthorizationRedirect>("/me/applications", {
      request,
      scopes: [...granted],
    });
    location.assign(url);
  };
  return (
    <>
      <h1>{t("authorize.title", { name })}</h1>
      <p>{t("authorize.text", { name, account })}</p>
      <p className="t13 soft">{t("authorize.unverified", { host: redirect_host })}</p>
      {scopes.length === 0 ? (
        <p role="alert">{t("authorize.none", { name })}</p>
      ) : (
        <fieldset>
          <legend>{t("authorize.scopes")}</legend>
          {scopes.map((scope) => (
            <Switch
              key={scope.name}
              label={getScopeText(scope.name)}
              checked={granted.has(scope.name)}
              onChange={(event) => toggle(scope.name, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      {failure !== null && <ErrorMessage error={failure} />}
      <div className="acts">
        <Button
          variant="primary"
          unavailable={busy || (granted.size === 0 && t("authorize.nothing"))}
          onClick={() => void run(connect)}
        >
          {t("authorize.allow")}
        </Button>
        <Button unavailable={busy} onClick={() => location.assign(decline_url)}>
          {t("authorize.decline")}
        </Button>
      </div>
      <p className="t13 soft">{t("authorize.later")}</p>
    </>
  );
}

/**
 * Reads the parameters of the application. Returns null if a required one is missing. Parameters
 * that Parlour does not know are ignored, as RFC 6749 requires.
 */
function readRequest(search: URLSearchParams): AuthorizationRequest | null {
  const request: Record<string, string> = {};
  for (const name of [...requiredParameters, ...optionalParameters]) {
    const value = search.get(name);
    if (value !== null) request[name] = value;
  }
  return requiredParameters.every((name) => Object.hasOwn(request, name))
    ? (request as unknown as AuthorizationRequest)
    : null;
}
const requiredParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
] as const satisfies readonly (keyof AuthorizationRequest)[];
const optionalParameters = [
  "scope",
  "state",
  "resource",
] as const satisfies readonly (keyof AuthorizationRequest)[];
