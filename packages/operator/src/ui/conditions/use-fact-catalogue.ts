import type { Operator } from "@parlour/protocol";
import type { Bot, Department, Tag } from "@parlour/protocol/api";
import { factsWith, visitorFactsWith, type Facts } from "@parlour/protocol/conditions/facts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { useChatSegments } from "../../state/api/chat-segments.ts";
import { useAllChannels } from "../../state/api/queries.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { getLoadedFields, useFields } from "../fields/use-fields.ts";
import type { FactCatalogue } from "./fact-catalogue.ts";

/** What a condition is about: chats, or visitors (SEG-002). */
export type ConditionObject = "chat" | "visitor";
const factsOf = { chat: factsWith, visitor: visitorFactsWith };

/** Loads the facts of the account, with its fields, and the rows that they name. */
export function useFactCatalogue(of: ConditionObject = "chat"): FactCatalogue {
  const me = useCurrentOperator();
  const fields = useFields();
  const channels = useAllChannels();
  const departments = useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
  });
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
  });
  const bots = useQuery({
    queryKey: ["bots"],
    queryFn: () => api.list<Bot>("/bots"),
    enabled: can(me, "bots.read"),
  });
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags") });
  const segments = useChatSegments(of === "chat");
  return {
    facts: factsOf[of](fields.data ?? []),
    rows: {
      channel: channels.data ?? null,
      department: departments.data ?? null,
      operator: operators.data ?? null,
      bot: bots.data ?? null,
      tag: tags.data ?? null,
      segment: segments.data ?? null,
    },
  };
}

/** Returns the facts that the editor has loaded, for the checks of a form. */
export const getLoadedFacts = (of: ConditionObject): Facts => factsOf[of](getLoadedFields());
