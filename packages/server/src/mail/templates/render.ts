import type { Message, OfflineMessage } from "../../core/entity.ts";
import type { RequestImpossible, RequestPostponed, RequestSettled } from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { renderOutageMail } from "./outage-template.ts";
import {
  renderAddressChangeMail,
  renderAssignedChatMail,
  renderFailedRuleMail,
  renderStoppedAgentMail,
  renderNoticeMail,
  renderOfflineMessageMail,
} from "./operator-templates.ts";
import { toOneLine } from "../one-line.ts";
import { missedChatMailTtlMs } from "../policy.ts";
import { renderPerLanguage, tooLate } from "./render-per-language.ts";
import { renderReport } from "./render-report.ts";
import { renderWaitingChat } from "./render-waiting-chat.ts";
import type { MailRenderDeps, ChangedResource, RenderedMails } from "./mail-data.ts";
import { renderChatAnswers, renderTranscript, renderOfflineAnswer } from "./render-for-visitor.ts";

/**
 * Renders the emails of a delivery for their current recipients. Returns `withdrawn` if the email
 * is no longer needed. An email about a waiting chat may be merged with others.
 */
export async function renderMails(
  deps: MailRenderDeps,
  { account, delivery, source }: Claim,
): Promise<RenderedMails | RequestImpossible | RequestPostponed | RequestSettled> {
  const { body } = source.entry;
  if (delivery.event === "endpoint_failing" || delivery.event === "endpoint_off")
    return renderOutage(deps, account, delivery.event, body);
  if (delivery.event === "address_opened")
    return renderAddressChange(
      deps,
      account,
      JSON.parse(body) as ChangedResource,
      delivery.createdAt,
    );
  if (delivery.event === "rule_off")
    return renderFailedRule(deps, account, JSON.parse(body) as ChangedResource);
  if (delivery.event === "agent_stopped")
    return renderStoppedAgent(deps, account, JSON.parse(body) as ChangedResource);
  if (delivery.event === "scheduled_report") return renderReport(deps, account, delivery.id);
  if (delivery.event === "chat_waiting") return renderWaitingChat(deps, account, delivery, body);
  if (delivery.event === "operator_assigned") return renderAssignedChat(deps, account, delivery);
  if (delivery.event === "chat_notice") return renderNotice(deps, account, delivery, body);
  if (delivery.event === "transcript")
    return renderTranscript(deps, account, delivery.chatId ?? 0, body);
  if (delivery.event === "chat_answer") return renderChatAnswers(deps, account, delivery);
  const message = (JSON.parse(body) as { readonly offline_message: OfflineMessage })
    .offline_message;
  return delivery.event === "offline_answer"
    ? renderOfflineAnswer(deps, account, message, delivery.id)
    : renderOfflineMessage(deps, account, message);
}

async function renderOutage(
  deps: MailRenderDeps,
  account: number,
  event: "endpoint_failing" | "endpoint_off",
  body: string,
): Promise<RenderedMails | RequestImpossible> {
  const { id } = JSON.parse(body) as { readonly id: number };
  const outage = await deps.outage(account, id, event);
  if (outage === null)
    return { never: "withdrawn", message: "The endpoint works again, or is no longer used." };
  const { endpointId, ownerId, ...outageFields } = outage;
  const url = `${deps.publicUrl()}/integrations/deliveries?endpoint=${endpointId}`;
  const page = outage.kind === "old_system" ? "parallel-run" : `${outage.kind}s/${ownerId}`;
  const settingsUrl = `${deps.publicUrl()}/settings/${page}`;
  return renderPerLanguage(await deps.recipients.listForOutage(account), (language) =>
    renderOutageMail(language, { ...outageFields, url, settingsUrl }),
  );
}

async function renderAddressChange(
  deps: MailRenderDeps,
  account: number,
  changed: ChangedResource,
  at: number,
): Promise<RenderedMails | RequestImpossible> {
  const address = await deps.changes.addresses(account, changed, at);
  if (address === null)
    return { never: "withdrawn", message: "The account has been emptied in the meantime." };
  const page = address.kind === "calls" ? "calls" : `${address.kind}s/${changed.id}`;
  const links = {
    settingsUrl: `${deps.publicUrl()}/settings/${page}`,
    auditUrl: `${deps.publicUrl()}/settings/audit`,
  };
  return renderPerLanguage(await deps.recipients.listOwners(account), (language) =>
    renderAddressChangeMail(language, { ...address, ...links }),
  );
}

/** Renders the email about a rule that switched itself off (RULE-027). */
async function renderFailedRule(
  deps: MailRenderDeps,
  account: number,
  { id }: ChangedResource,
): Promise<RenderedMails | RequestImpossible> {
  const name = await deps.changes.failedRule(account, id ?? 0);
  if (name === null)
    return { never: "withdrawn", message: "The rule was switched on or deleted in the meantime." };
  const fields = { name: toOneLine(name), url: `${deps.publicUrl()}/settings/rules/${id}` };
  return renderPerLanguage(await deps.recipients.listManagers(account), (language) =>
    renderFailedRuleMail(language, fields),
  );
}

/** Renders the email about an agent that stopped by itself (AGENT-060). */
async function renderStoppedAgent(
  deps: MailRenderDeps,
  account: number,
  { id }: ChangedResource,
): Promise<RenderedMails | RequestImpossible> {
  const agent = await deps.changes.stoppedAgent(account, id ?? 0);
  if (agent === null)
    return { never: "withdrawn", message: "The state of the agent was set in the meantime." };
  const url = `${deps.publicUrl()}/settings/agents/${id}`;
  const fields = { ...agent, name: toOneLine(agent.name), url };
  return renderPerLanguage(await deps.recipients.listManagers(account), (language) =>
    renderStoppedAgentMail(language, fields),
  );
}

/** Renders the email to an operator who got a chat while they were not online (CORE-341). */
async function renderAssignedChat(
  deps: MailRenderDeps,
  account: number,
  { chatId, createdAt }: Claim["delivery"],
): Promise<RenderedMails | RequestImpossible> {
  const chat = chatId === null ? null : await deps.waiting.find(account, chatId);
  if (!chat?.assigned)
    return {
      never: "withdrawn",
      message: "The operator has opened the chat, or no longer has it.",
    };
  if (deps.clock.now() - createdAt > missedChatMailTtlMs) return tooLate;
  const { to, by } = chat.assigned;
  const fields = {
    visitor: toOneLine(chat.visitor),
    channel: chat.channel,
    by: toOneLine(by.name),
    text: chat.text,
    url: `${deps.publicUrl()}/inbox/mine/${chatId}`,
  };
  return renderPerLanguage(await deps.recipients.list(account, [to.id]), (language) =>
    renderAssignedChatMail(language, fields),
  );
}

/** Renders the email with which an action notifies operators (ACT-038). */
async function renderNotice(
  deps: MailRenderDeps,
  account: number,
  { chatId }: Claim["delivery"],
  body: string,
): Promise<RenderedMails | RequestImpossible> {
  const { line, cause } = JSON.parse(body) as Message;
  const chat = chatId === null ? null : await deps.waiting.find(account, chatId);
  if (chat === null) return { never: "withdrawn", message: "The chat was removed." };
  const fields = {
    visitor: toOneLine(chat.visitor),
    channel: chat.channel,
    by: toOneLine(line?.by?.name ?? cause?.name ?? ""),
    text: line?.detail ?? "",
    url: `${deps.publicUrl()}/inbox/all/${chatId}`,
  };
  const operators = (line?.notice?.operators ?? []).map(({ id }) => id);
  return renderPerLanguage(await deps.recipients.list(account, operators), (language) =>
    renderNoticeMail(language, fields),
  );
}

async function renderOfflineMessage(
  deps: MailRenderDeps,
  account: number,
  message: OfflineMessage,
): Promise<RenderedMails | RequestImpossible> {
  if (!(await deps.isOfflineMessageNew(account, message.id)))
    return { never: "withdrawn", message: "The offline message is no longer new." };
  const readers = await deps.recipients.list(
    account,
    await deps.recipients.findForOfflineMessage(account, message),
  );
  const { contacts, channel, department, page, text } = message;
  const url = `${deps.publicUrl()}/offline/${message.id}`;
  const mailFields = {
    ...contacts,
    channel: channel.name,
    department: department?.name ?? null,
    page: page?.url ?? null,
    text,
    url,
  };
  return renderPerLanguage(readers, (language) => renderOfflineMessageMail(language, mailFields));
}
