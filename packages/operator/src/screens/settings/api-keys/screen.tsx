import type { ApiKey } from "@parlour/protocol/api";
import type { Field } from "@parlour/protocol/settings/field";
import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Tag } from "../../../ui/badges.tsx";
import { Select, Switch } from "../../../ui/Field.tsx";
import { useNow } from "../../../ui/time.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { Timestamp, formatDate } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

/** New keys expire after this number of days, unless the form says otherwise. */
const defaultDays = "90";
/** The permission to send messages to visitors through MCP (MCP-011). */
const sendScope = "mcp.send";

/** Settings → API keys (API-303). A key acts as the operator who creates it. */
export const apiKeyScreen = kindScreen<ApiKey>()({
  kind: apiKey,
  prefix: "apikeys",
  t,
  icon: IconKey,
  inDialog: true,
  labels: [{ label: "apikeys.send" }],
  sections: [{ fields: ["name", "scopes", "expires_at"] }],
  controls: { scopes: ScopesControl, expires_at: ExpiryControl },
  newValues: () => ({ expires_at: toExpiryTime(defaultDays) }),
  below: renderScopes,
  columns: () => [
    { head: t("apikeys.key"), className: "mono", cell: ({ hint }) => <>pk_…{hint}</> },
    { head: t("apikeys.acts"), cell: ({ operator }) => <bdi>{operator.name}</bdi> },
    { head: t("apikeys.made"), cell: (key) => <Timestamp time={key.created_at} /> },
    { head: t("apikeys.used"), cell: (key) => <Timestamp time={key.last_used_at} /> },
    { head: t("apikeys.expires_at"), cell: (key) => <ExpiryDate at={key.expires_at} /> },
  ],
});

/** Selects full or read-only access. A key with full access may also send through MCP. */
function ScopesControl({ form, name, label }: ControlProps<Field>) {
  const scopes = form.values[name] as readonly string[];
  return (
    <>
      <Select
        label={label}
        value={scopes[0] ?? ""}
        onChange={(event) => form.set(name, [event.target.value])}
        error={form.errors[name]}
        options={[
          { value: "*", label: t("apikeys.scopes.all") },
          { value: "*.read", label: t("apikeys.scopes.read") },
        ]}
      />
      {scopes[0] === "*" && (
        <Switch
          label={t("apikeys.send")}
          hint={t("apikeys.send.hint")}
          checked={scopes.includes(sendScope)}
          onChange={(event) => form.set(name, event.target.checked ? ["*", sendScope] : ["*"])}
        />
      )}
    </>
  );
}

/** Selects after how many days the key expires. */
export function ExpiryControl({ form, name, label, hint }: ControlProps<Field>) {
  const [days, setDays] = useState(defaultDays);
  const select = (chosen: string) => {
    setDays(chosen);
    form.set(name, toExpiryTime(chosen));
  };
  return (
    <Select
      label={label}
      hint={hint}
      value={days}
      onChange={(event) => select(event.target.value)}
      error={form.errors[name]}
      options={[
        { value: "", label: shared("page.never") },
        ...["30", "90", "365"].map((n) => ({
          value: n,
          label: t("apikeys.days", { n: Number(n) }),
        })),
      ]}
    />
  );
}
/** Returns the form value: the time, or "" for a key that does not expire. */
const toExpiryTime = (days: string): string =>
  days === "" ? "" : new Date(browserClock.now() + Number(days) * 86_400_000).toISOString();

function renderScopes({ scopes }: ApiKey) {
  if (scopes.includes("*"))
    return scopes.includes(sendScope) ? <small>{t("apikeys.send.on")}</small> : null;
  return <small>{scopes.includes("*.read") ? t("apikeys.scopes.read") : scopes.join(", ")}</small>;
}

/** A key that expires within this many ms is marked. The health checks use the same value. */
const expiryWarningMs = 14 * 86_400_000;

export function ExpiryDate({ at }: { at: ApiKey["expires_at"] }) {
  const now = useNow(60_000, at !== null);
  if (at === null) return <span className="faint">{shared("page.never")}</span>;
  const remainingMs = Date.parse(at) - now;
  if (remainingMs > expiryWarningMs) return <>{formatDate(at)}</>;
  return (
    <Tag tone={remainingMs > 0 ? "warn" : "bad"}>
      {remainingMs > 0 ? t("apikeys.expires.soon", { date: formatDate(at) }) : t("apikeys.expired")}
    </Tag>
  );
}
