import { forwarding } from "@parlour/protocol/settings/kinds/account/forwarding";
import { findProblem } from "@parlour/protocol/settings/problems";
import { generateAnswerSecret } from "../../auth/secrets.ts";
import { locateChannel } from "../../store/database/locate.ts";
import {
  deleteOldSystem,
  insertOldSystem,
  markManaged,
  setAnswerSecret,
  updateOldSystem,
  type OldSystem,
} from "../../store/move-in/old-system.ts";
import { describeProblem } from "../kind/describe-problem.ts";
import { createSingleFile } from "../kind/single-file.ts";

/** The forwarding to the old system in the provisioning file (MV-088). null: there is none. */
export const forwardingFile = createSingleFile(forwarding, {
  isManaged: (state: OldSystem | null) => state?.managed ?? false,
  // A file must not name a deleted channel.
  isExported: (state) => state !== null && state.publicId !== null,
  toValues: (state) =>
    state && {
      channel: state.publicId ?? "",
      operators_answer: state.operatorsAnswer,
      chats_ring: state.chatsRing,
    },
  toCredentials: (state) => ({ url: state && (() => state.url) }),
  exportedSecrets: () => ["secret"],
  changedSecrets({ secrets: { secret } }, state, unseal) {
    const isNew = secret != null && (state === null || unseal(state.secret) !== secret);
    return isNew ? ["secret"] : [];
  },
  findFault(_, { url }) {
    const problem = findProblem(urlField, url ?? null);
    return problem
      ? { field: "url_env", message: describeProblem(problem), rule: "MV-088" }
      : undefined;
  },
  async save({ tx, account, now, seal }, entry, before) {
    if (entry === null) return void (await deleteOldSystem(tx, account));
    const { channel, operators_answer, chats_ring } = entry.values;
    const { url, secret = null } = entry.secrets;
    const found = await locateChannel(tx, channel);
    if (found === null) throw new Error(`no channel ${channel}`);
    const settings = {
      channelId: found.id,
      url: url ?? "",
      operatorsAnswer: operators_answer,
      chatsRing: chats_ring,
    };
    if (before === null) {
      const row = { ...settings, secret: secret ?? generateAnswerSecret(), now, seal };
      await insertOldSystem(tx, account, row);
    } else {
      await updateOldSystem(tx, account, before.endpointId, settings);
      if (secret !== null) await setAnswerSecret(tx, account, secret, seal);
    }
    await markManaged(tx, account);
  },
});

const urlField = { type: "text", format: "url", exact: true, min: 1, max: 2048 } as const;
