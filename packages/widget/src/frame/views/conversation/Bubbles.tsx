import type { WidgetMessage } from "@parlour/protocol/widget";
import { useState } from "preact/hooks";
import type { TextKey } from "../../../texts/en/first.ts";
import { createRequestFailure } from "../../state/reducer.ts";
import type { RequestFailure, PendingMessage } from "../../state/state.ts";
import { formatTime } from "../../text/time.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "../Icon.tsx";
import { lazyView } from "../lazy-view.tsx";
import { Logo } from "../Logo.tsx";
import { RichText } from "../links/RichText.tsx";
import type { ViewProps } from "../view-props.ts";
import type { ShownPicture } from "./PictureViewer.tsx";

const BotText = lazyView(async () => (await import("./BotMessage.tsx")).BotText, []);
const BotButtons = lazyView(async () => (await import("./BotMessage.tsx")).BotButtons, []);
const MessageQuote = lazyView(
  async () => (await import("../quote/MessageQuote.tsx")).MessageQuote,
  ["more"],
);
const MessageFooter = lazyView(
  async () => (await import("../quote/MessageFooter.tsx")).MessageFooter,
  ["more"],
);
const MediaCard = lazyView(async () => (await import("./MediaCard.tsx")).MediaCard);

interface MessageGroupProps extends ViewProps {
  readonly messages: readonly WidgetMessage[];
  readonly open: (picture: ShownPicture) => void;
}

/** Bubbles of one author within one minute. */
export function MessageGroup({ messages, open, ...view }: MessageGroupProps) {
  const { model, t } = view;
  const first = messages[0];
  if (first === undefined) return null;
  const bubbles = messages.map((message) => (
    <Bubble key={message.id} message={message} open={open} {...view} />
  ));
  if (first.from === "visitor")
    return (
      <li class="pw-grp pw-grp--me">
        <div class="pw-grp__msgs">{bubbles}</div>
        <p class="pw-meta">
          <span>{formatTime(first.at, t)}</span>
          <Icon name="check" small />
          <span>{t("saved")}</span>
        </p>
      </li>
    );
  const isBot = first.from === "bot";
  const name = first.name === "" ? model.face.name : first.name;
  return (
    <li class={isBot ? "pw-grp pw-grp--bot" : "pw-grp"}>
      {first.code === "greeting" ? (
        <Logo face={model.face} />
      ) : (
        <Avatar name={name} photo={first.photo} actions={view.actions} bot={isBot} />
      )}
      <p class="pw-grp__by pw-num">
        <b>
          <bdi>{name}</bdi>
        </b>
        {isBot ? ` · ${t("bot")}` : ""}
        {first.code === "greeting" ? "" : ` · ${formatTime(first.at, t)}`}
      </p>
      <div class="pw-grp__msgs">{bubbles}</div>
    </li>
  );
}

function Bubble({
  message,
  open,
  ...view
}: {
  readonly message: WidgetMessage;
  readonly open: (picture: ShownPicture) => void;
} & ViewProps) {
  const { media } = message;
  const title = message.title ?? "";
  // If the message has buttons, its plain text repeats them for channels without buttons. So the
  // text is shown only if there is no title (BOT-060).
  const plain = message.buttons !== undefined && title !== "" ? "" : message.text;
  const text = message.from === "system" ? (message.detail ?? "") : plain;
  return (
    <div class="pw-msg" data-seq={message.seq}>
      {message.quote !== undefined && (
        <MessageQuote
          text={message.quote}
          chat_id={message.chat_id}
          seq={message.quote_seq}
          {...view}
        />
      )}
      {media === undefined ? null : (
        <div
          class={`pw-b ${media.type === "photo" || media.type === "sticker" ? "pw-b--img" : "pw-b--file"}`}
        >
          <MediaCard
            message={message}
            media={media}
            open={open}
            actions={view.actions}
            t={view.t}
          />
        </div>
      )}
      {message.kind === "markdown" && message.nodes !== undefined ? (
        <div class="pw-b" dir="auto">
          <BotText nodes={message.nodes} />
        </div>
      ) : text !== "" || title !== "" ? (
        <div class="pw-b" dir="auto">
          {title === "" ? null : <b class="pw-b__title">{title}</b>}
          <RichText text={text} />
        </div>
      ) : null}
      {message.buttons === undefined ? null : <BotButtons message={message} {...view} />}
      {message.from !== "system" && <MessageFooter message={message} {...view} />}
    </div>
  );
}

/** A message that the server has not confirmed (WG-082). */
export function PendingBubble({
  message,
  ...view
}: { readonly message: PendingMessage } & ViewProps) {
  const { model, t } = view;
  const failure =
    message.failed ?? (model.outage === "long" ? createRequestFailure("connection") : null);
  return (
    <li class="pw-grp pw-grp--me">
      <div class="pw-grp__msgs">
        {message.quotes && <MessageQuote {...message.quotes} {...view} />}
        <div class={failure === null ? "pw-b" : "pw-b pw-b--bad"} dir="auto">
          {message.upload === undefined ? message.text : message.upload.name}
        </div>
      </div>
      {failure === null ? (
        <p class="pw-meta">
          <span>{formatTime(message.at, t)}</span>
          <Icon name="clock" small />
          <span>{t("sending")}</span>
        </p>
      ) : (
        <RejectedMessage message={message} reason={failureText(failure, t)} {...view} />
      )}
    </li>
  );
}

function RejectedMessage({
  message,
  reason,
  actions,
  t,
}: { readonly message: PendingMessage; readonly reason: string } & ViewProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(message.text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const button = (text: string, act: () => void) => (
    <button type="button" onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      <p class="pw-meta pw-meta--bad">
        <Icon name="alert" small />
        <span>{reason}</span>
      </p>
      <div class="pw-retry">
        {message.upload === undefined ? button(t(isCopied ? "copied" : "copy"), copy) : null}
        {button(t("remove"), () => actions.discard(message.ref))}
        {button(t("tryAgain"), () => actions.resend(message.ref))}
      </div>
    </>
  );
}

function failureText({ code }: RequestFailure, t: ViewProps["t"]): string {
  const reason = failureReasons[code];
  return reason === undefined ? t("notDelivered") : `${t("notDelivered")} · ${t(reason)}`;
}
const failureReasons: Readonly<Record<string, TextKey>> = {
  connection: "noConnection",
  too_old: "tooOld",
  rate_limited: "tooFast",
};
