import type { ConfigFile } from "@parlour/protocol/config";
import type { ReplyRow } from "../core/record/canned-reply.ts";
import { createReply, deleteReply, updateReply } from "../store/settings/canned-reply.ts";
import { departmentNamed } from "../store/settings/provision-writing.ts";
import type { Present } from "../store/settings/provision.ts";
import { createTag, deleteTag, updateTag } from "../store/settings/tag.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import { detailOf } from "./plan-found.ts";
import { replyKey, type WantedReply } from "./read-writing.ts";

interface Part {
  readonly differences: Difference[];
  readonly gone: Difference[];
}

/** Plans the tags, matched by name. */
export function planTags(wanted: readonly string[], present: Present): Part {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const name of wanted) {
    const subject = `tag ${name}`;
    const found = present.writing.tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    if (!found) {
      const run = ({ tx, account, now }: Target): Promise<number | null> => createTag(tx, account, { name, managed: true, now });
      differences.push({ sign: "+", subject, detail: "", kind: "tag", run });
      continue;
    }
    seen.add(found.id);
    if (found.managed && found.name === name) continue;
    const detail = found.name === name ? "managed by the file" : changes({ name: found.name }, { name });
    const run = async ({ tx, account }: Target): Promise<number> => {
      await updateTag(tx, account, found.id, { name, managed: true });
      return found.id;
    };
    differences.push({ sign: "~", subject, detail, kind: "tag", run });
  }
  const gone = present.writing.tags
    .filter((tag) => tag.managed && !seen.has(tag.id))
    .map((tag): Difference => {
      const run = async ({ tx, account }: Target): Promise<number> => {
        await deleteTag(tx, account, tag.id);
        return tag.id;
      };
      return { sign: "-", subject: `tag ${tag.name}`, detail: "", kind: "tag", run };
    });
  return { differences, gone };
}

/**
 * Plans the quick replies, matched by scope, shortcut and language. Runs after the departments.
 */
export function planReplies(wanted: readonly WantedReply[], present: Present): Part {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const reply of wanted) {
    const found = present.writing.replies.find((one) => replyKey(one) === replyKey(reply));
    if (found) seen.add(found.id);
    const difference = found ? changingReply(reply, found) : comingReply(reply);
    if (difference !== null) differences.push(difference);
  }
  return { differences, gone: present.writing.replies.filter((reply) => reply.managed && !seen.has(reply.id)).map(leavingReply) };
}

type FoundReply = Present["writing"]["replies"][number];

function comingReply(reply: WantedReply): Difference {
  const run = async (to: Target): Promise<number | null> => createReply(to.tx, to.account, await rowOf(to, reply), to.now);
  return { sign: "+", subject: subjectOf(reply), detail: "", kind: "canned_reply", run };
}

function changingReply(reply: WantedReply, found: FoundReply): Difference | null {
  const { folder, shortcut, text } = reply;
  const detail = detailOf(found, changes({ folder: found.folder, shortcut: found.shortcut, text: found.text }, { folder, shortcut, text }));
  if (detail === "") return null;
  const run = async (to: Target): Promise<number> => {
    await updateReply(to.tx, to.account, found.id, await rowOf(to, reply), to.now);
    return found.id;
  };
  return { sign: "~", subject: subjectOf(reply), detail, kind: "canned_reply", run };
}

function leavingReply(reply: FoundReply): Difference {
  const run = async ({ tx, account }: Target): Promise<number> => {
    await deleteReply(tx, account, reply.id);
    return reply.id;
  };
  return { sign: "-", subject: subjectOf(reply), detail: "", kind: "canned_reply", run };
}

/** Exports tags and shared replies (CFG-024). */
export function exportWriting({ writing: { tags, replies } }: Present): Pick<ConfigFile, "tags" | "canned_replies"> {
  return {
    ...(tags.length === 0 ? {} : { tags: tags.map((tag) => tag.name) }),
    ...(replies.length === 0
      ? {}
      : {
          canned_replies: replies.map(({ department, folder, shortcut, language, text }) => ({
            shortcut,
            text,
            ...(folder === "" ? {} : { folder }),
            ...(language === "" ? {} : { language }),
            ...(department === null ? {} : { department }),
          })),
        }),
  };
}

async function rowOf({ tx, account }: Target, reply: WantedReply): Promise<ReplyRow> {
  const { department, ...rest } = reply;
  const departmentId = department === null ? null : await departmentNamed(tx, account, department);
  // References were checked before, so a missing one is a bug.
  if (department !== null && departmentId === null) throw new Error(`no department ${department}`);
  return { ...rest, scope: department === null ? "account" : "department", operatorId: null, departmentId, managed: true };
}

const subjectOf = ({ shortcut, language, department }: Omit<WantedReply, "text" | "folder">): string =>
  `canned reply ${[shortcut, language, department].filter((part) => part !== "" && part !== null).join(" ")}`;
