import type { Operator } from "@parlour/protocol";
import type { Bot, Department, Macro, Tag, Webhook } from "@parlour/protocol/api";
import { toFacts } from "@parlour/protocol/conditions/facts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { useFields } from "../fields/use-fields.ts";
import { useQuickReplies } from "../replies/use-quick-replies.ts";
import type { ActionCatalogue } from "./action-catalogue.ts";

/** Loads the rows and fields that actions can name. */
export function useActionCatalogue(): ActionCatalogue {
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags") });
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
  });
  const departments = useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
  });
  const me = useCurrentOperator();
  const bots = useQuery({
    queryKey: ["bots"],
    queryFn: () => api.list<Bot>("/bots"),
    enabled: can(me, "bots.read"),
  });
  const webhooks = useQuery({
    queryKey: ["webhooks"],
    queryFn: () => api.list<Webhook>("/webhooks"),
    enabled: can(me, "webhooks.read"),
  });
  const macros = useQuery({ queryKey: ["macros"], queryFn: () => api.list<Macro>("/macros") });
  const fields = useFields();
  const replies = useQuickReplies();
  return {
    rows: {
      tag: tags.data ?? null,
      operator: operators.data?.filter(({ active }) => active) ?? null,
      department: departments.data ?? null,
      bot: bots.data ?? null,
      webhook: webhooks.data?.map(({ id, name, url }) => ({ id, name: name || url })) ?? null,
      macro: macros.data ?? null,
      quick_reply:
        replies.data?.map(({ id, shortcut, language }) => ({
          id,
          name: language === "" ? shortcut : `${shortcut} (${language})`,
        })) ?? null,
    },
    fields: fields.data === undefined ? null : toFacts(fields.data),
  };
}
