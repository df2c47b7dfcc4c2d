import type { OperatorEntry } from "@parlour/protocol/api";
import type { Operator } from "@parlour/protocol";
import { IconInboxOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { i18n } from "../../text/index.ts";
import { EmptyState } from "../badges.tsx";
import { t } from "./text.ts";

/**
 * Returns the administrators who can add this operator to a channel, or null if none is missing.
 */
export function useMissingChannel(me: Operator): readonly Operator[] | null {
  const { data } = useQuery({
    queryKey: ["operators"],
    queryFn: () => api.list<OperatorEntry>("/operators"),
    enabled: me.role === "operator",
  });
  const own = data?.find(({ id }) => id === me.id);
  if (data === undefined || me.role !== "operator" || own?.channels.length !== 0) return null;
  return data.filter(({ active, role }) => active && (role === "owner" || role === "admin"));
}

/** Returns a sentence that names the administrators who can add the operator to a channel. */
export function helpText(administrators: readonly Operator[]): string {
  const names = new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(
    administrators.slice(0, 3).map(({ name }) => name),
  );
  return t("empty.channel.text", { names });
}

/** Says why the inbox of an operator without a channel is empty, and who can help (CORE-323). */
export function WithoutChannel({ administrators }: { administrators: readonly Operator[] }) {
  const [first] = administrators;
  return (
    <EmptyState
      icon={IconInboxOff}
      title={t("empty.channel")}
      action={
        first && (
          <a
            className="btn"
            href={`mailto:${encodeURIComponent(first.email)}?subject=${encodeURIComponent(t("empty.channel.subject"))}`}
          >
            {t("empty.channel.ask", { name: first.name })}
          </a>
        )
      }
    >
      {helpText(administrators)}
    </EmptyState>
  );
}
