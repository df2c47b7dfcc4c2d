import type { ConfigFile } from "@parlour/protocol/config";
import {
  type ReplyRow,
  createReply,
  deleteReply,
  updateReply,
} from "../../store/settings/content/canned-reply.ts";
import { findDepartmentByName } from "../../store/provisioning/replies.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "./planned-change.ts";
import { joinDetails } from "./plan-named-resources.ts";
import { toReplyKey, type DesiredReply } from "../read-replies.ts";

interface PlanResult {
  readonly differences: PlannedChange[];
  readonly removals: PlannedChange[];
}

/**
 * Plans the quick replies, matched by scope, shortcut and language. Runs after the departments.
 */
export function planReplies(
  desired: readonly DesiredReply[],
  current: CurrentSettings,
): PlanResult {
  const differences: PlannedChange[] = [];
  const matched = new Set<number>();
  for (const reply of desired) {
    const existing = current.replies.find(
      (candidate) => toReplyKey(candidate) === toReplyKey(reply),
    );
    if (existing) matched.add(existing.id);
    const difference = existing ? planReplyUpdate(reply, existing) : planReplyCreation(reply);
    if (difference !== null) differences.push(difference);
  }
  return {
    differences,
    removals: current.replies
      .filter((reply) => reply.managed && !matched.has(reply.id))
      .map(planReplyRemoval),
  };
}

type CurrentReply = CurrentSettings["replies"][number];

function planReplyCreation(reply: DesiredReply): PlannedChange {
  const run = async (context: ApplyContext): Promise<number | null> =>
    createReply(context.tx, context.account, await toRow(context, reply), context.now);
  return { sign: "+", subject: formatSubject(reply), detail: "", kind: "canned_reply", run };
}

function planReplyUpdate(reply: DesiredReply, existing: CurrentReply): PlannedChange | null {
  const { folder, shortcut, text } = reply;
  const detail = joinDetails(
    existing,
    describeChanges(
      { folder: existing.folder, shortcut: existing.shortcut, text: existing.text },
      { folder, shortcut, text },
    ),
  );
  if (detail === "") return null;
  const run = async (context: ApplyContext): Promise<number> => {
    await updateReply(
      context.tx,
      context.account,
      existing.id,
      await toRow(context, reply),
      context.now,
    );
    return existing.id;
  };
  return { sign: "~", subject: formatSubject(reply), detail, kind: "canned_reply", run };
}

function planReplyRemoval(reply: CurrentReply): PlannedChange {
  const run = async ({ tx, account }: ApplyContext): Promise<number> => {
    await deleteReply(tx, account, reply.id);
    return reply.id;
  };
  return { sign: "-", subject: formatSubject(reply), detail: "", kind: "canned_reply", run };
}

/** Exports shared replies (CFG-024). */
export function exportReplies({ replies }: CurrentSettings): Pick<ConfigFile, "canned_replies"> {
  if (replies.length === 0) return {};
  return {
    canned_replies: replies.map(({ department, folder, shortcut, language, text }) => ({
      shortcut,
      text,
      ...(folder === "" ? {} : { folder }),
      ...(language === "" ? {} : { language }),
      ...(department === null ? {} : { department }),
    })),
  };
}

async function toRow({ tx, account }: ApplyContext, reply: DesiredReply): Promise<ReplyRow> {
  const { department, ...rest } = reply;
  const departmentId =
    department === null ? null : await findDepartmentByName(tx, account, department);
  // References were checked before, so a missing one is a bug.
  if (department !== null && departmentId === null) throw new Error(`no department ${department}`);
  return {
    ...rest,
    scope: department === null ? "account" : "department",
    operatorId: null,
    departmentId,
    managed: true,
  };
}

const formatSubject = ({
  shortcut,
  language,
  department,
}: Omit<DesiredReply, "text" | "folder">): string =>
  `canned reply ${[shortcut, language, department].filter((part) => part !== "" && part !== null).join(" ")}`;
