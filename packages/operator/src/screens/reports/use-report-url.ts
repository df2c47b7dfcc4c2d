import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import {
  parseReportParams,
  withoutChatList,
  type ReportPath,
  type ReportUrlParams,
} from "./report-url.ts";
import {
  toChatListParams,
  parseChatList,
  type ChatListQuery,
} from "./chat-list/chat-list-query.ts";

/**
 * Keeps the report in the URL. The chat list of a number has its own history entry, so that it can
 * be linked and the Back button closes it.
 */
export function useReportUrl(path: ReportPath) {
  const navigate = useNavigate();
  const router = useRouter();
  const params = parseReportParams(useSearch({ strict: false }));
  const address = withoutChatList(params);
  const hasPushed = useRef(false);
  const go = (to: ReportUrlParams) => void navigate({ to: path, search: to, replace: true });
  const open = (list: ChatListQuery) => {
    hasPushed.current = true;
    void navigate({ to: path, search: { ...address, ...toChatListParams(list) } });
  };
  const close = () => {
    if (hasPushed.current) router.history.back();
    else go(address);
    hasPushed.current = false;
  };
  return { address, listed: parseChatList(params), go, open, close };
}
