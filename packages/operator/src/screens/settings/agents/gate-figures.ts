import type { AgentGates } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { t } from "./gates-text.ts";

export const gateNames = ["replay", "questions", "shadow", "share"] as const;
export type GateName = (typeof gateNames)[number];

/** A part of a whole. */
export interface Share {
  readonly part: number;
  readonly all: number;
}
export const formatShare = ({ part, all }: Share): string =>
  all === 0 ? "–" : i18n.number(part / all, { style: "percent" });

/** Returns the share that a gate shows. */
export function getShare(name: GateName, gates: AgentGates): Share {
  const { replay, questions, shadow, share } = gates;
  switch (name) {
    case "replay":
      return { part: replay.good, all: replay.marked };
    case "questions":
      return { part: questions.as_expected, all: questions.asked };
    case "shadow": {
      const sent = shadow.same + shadow.changed;
      return { part: sent, all: sent + shadow.other };
    }
    case "share":
      return { part: share.chats - share.hand_overs, all: share.chats };
  }
}

/** What a gate needs. `value`: what was reached. */
export interface Requirement {
  readonly text: string;
  readonly value: string;
  readonly isMet: boolean;
}

/** Lists what a gate needs, as the server checks it (AGENT-061). */
export function listRequirements(name: GateName, gates: AgentGates): readonly Requirement[] {
  switch (name) {
    case "replay":
    case "questions":
    case "shadow": {
      const [value, needed] = getCount(name, gates);
      return [
        requireCount(t(`gates.${name}.needed`, { n: needed }), value, needed),
        requireMinimum(
          t(`gates.${name}.percent`, { n: gates[name].needed_percent }),
          getShare(name, gates),
          gates[name].needed_percent,
        ),
      ];
    }
    case "share": {
      const { chats, hand_overs, bad_ratings, ...limits } = gates.share;
      return [
        requireCount(
          t("gates.share.needed", { n: limits.needed_chats }),
          chats,
          limits.needed_chats,
        ),
        allowMaximum(
          "gates.share.taken",
          { part: hand_overs, all: chats },
          limits.hand_overs_percent,
        ),
        allowMaximum(
          "gates.share.bad",
          { part: bad_ratings, all: chats },
          limits.bad_ratings_percent,
        ),
      ];
    }
  }
}

/** Returns what a gate counts, and how much of it the gate needs. */
function getCount(
  name: "replay" | "questions" | "shadow",
  { replay, questions, shadow }: AgentGates,
): readonly [number, number] {
  if (name === "replay") return [replay.marked, replay.needed_marked];
  if (name === "questions") return [questions.asked, questions.needed_asked];
  return [shadow.chats, shadow.needed_chats];
}

const requireCount = (text: string, value: number, needed: number): Requirement => ({
  text,
  value: i18n.number(value),
  isMet: value >= needed,
});
const requireMinimum = (text: string, share: Share, percent: number): Requirement => ({
  text,
  value: formatShare(share),
  isMet: share.all > 0 && share.part * 100 >= share.all * percent,
});
const allowMaximum = (
  id: "gates.share.taken" | "gates.share.bad",
  share: Share,
  percent: number,
): Requirement => ({
  text: t(id, { n: percent }),
  value: formatShare(share),
  isMet: share.all > 0 && share.part * 100 <= share.all * percent,
});

/** Returns further figures of a gate, each with its name. */
export function listFigures(
  name: GateName,
  { replay, shadow }: AgentGates,
): readonly (readonly [string, number])[] {
  if (name === "replay") return [[t("gates.replayed"), replay.chats]];
  if (name !== "shadow") return [];
  return [
    [t("gates.same"), shadow.same],
    [t("gates.changed"), shadow.changed],
    [t("gates.other"), shadow.other],
    [t("gates.hand_overs"), shadow.hand_overs],
  ];
}
