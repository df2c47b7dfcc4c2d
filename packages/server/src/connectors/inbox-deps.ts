import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import { type CustomerMessagePorts } from "../core/chat/message/write-customer-message.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { Message } from "../core/entity.ts";
import type { CustomerKeyChange } from "../core/visitor/change-customer.ts";
import type { VisitorUploads } from "../files/index.ts";
import type { Limits } from "../limits/index.ts";
import type { ListedChannel } from "./connector-channel.ts";
import type { ExternalMessages } from "./external-messages.ts";

export interface InboxDeps extends CustomerMessagePorts {
  readonly findChannel: (kind: ConnectorKind, publicId: string) => Promise<ListedChannel | null>;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly files: VisitorUploads;
  readonly messages: ExternalMessages;
  readonly findMessage: (
    account: number,
    message: { readonly chatId: number; readonly seq: number },
  ) => Promise<{ readonly visitorId: number; readonly message: Message } | null>;
  /** Gives a visitor another key, or merges them with the visitor who has it (CORE-379). */
  readonly changeCustomerKey: (
    channel: { readonly account: number; readonly id: number },
    change: CustomerKeyChange,
  ) => Promise<{ readonly isRenamed: boolean }>;
  readonly onTyping: (signal: {
    readonly account: number;
    readonly channelId: number;
    readonly customer: string;
    readonly typing: boolean;
  }) => void;
}
