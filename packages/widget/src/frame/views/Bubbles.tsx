import type { WidgetMessage } from "@parlour/protocol/widget";
import { useState } from "preact/hooks";
import { failureOf, type Failure, type Unsent } from "../model.ts";
import { clockTime } from "../time.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { later } from "./later.tsx";
import { Logo } from "./Logo.tsx";
import { RichText } from "./RichText.tsx";
import type { View } from "./view.ts";
import type { Picture } from "./Viewer.tsx";

const BotText = later(async () => (await import("./BotParts.tsx")).BotText, []);
const Choices = later(async () => (await import("./BotParts.tsx")).Choices, []);
const MediaCard = later(async () => (await import("./MediaCard.tsx")).MediaCard);

interface GroupProps extends View {
  readonly messages: readonly WidgetMessage[];
  readonly open: (picture: Picture) => void;
}

/** Bubbles of one author within one minute. */
export function Group({ messages, open, ...view }: GroupProps) {
  const { model, t } = view;
  const first = messages[0];
  if (first === undefined) return null;
  const bubbles = messages.map((message) => <Bubble key={message.id} message={message} open={open} {...view} />);
  if (first.from === "visitor")
    return (
      <li class="pw-grp pw-grp--me">
        <div class="pw-grp__msgs">{bubbles}</div>
        <p class="pw-meta">
          <span>{clockTime(first.at, t)}</span>
          <Icon name="check" small />
          <span>{t("saved")}</span>
        </p>
      </li>
    );
  const isBot = first.from === "bot";
  const name = first.name === "" ? model.face.name : first.name;
  return (
    <li class={isBot ? "pw-grp pw-grp--bot" : "pw-grp"}>
      {first.code === "greeting" ? <Logo face={model.face} /> : <Avatar name={name} photo={first.photo} acts={view.acts} bot={isBot} />}
      <p class="pw-grp__by pw-num">
        <b>
          <bdi>{name}</bdi>
        </b>
        {isBot ? ` · ${t("bot")}` : ""}
        {first.code === "greeting" ? "" : ` · ${clockTime(first.at, t)}`}
      </p>
      <div class="pw-grp__msgs">{bubbles}</div>
    </li>
  );
}

function Bubble({ message, open, ...view }: { readonly message: WidgetMessage; readonly open: (picture: Picture) => void } & View) {
  const { media } = message;
  const title = message.title ?? "";
  // The text repeats the buttons for channels without buttons, so it is shown only without a title
  // (BOT-060).
  const plain = message.buttons !== undefined && title !== "" ? "" : message.text;
  const text = message.from === "system" ? (message.detail ?? "") : plain;
  return (
    <>
      {media === undefined ? null : (
        <div class={`pw-b ${media.type === "photo" || media.type === "sticker" ? "pw-b--img" : "pw-b--file"}`}>
          <MediaCard message={message} media={media} open={open} acts={view.acts} t={view.t} />
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
      {message.buttons === undefined ? null : <Choices message={message} {...view} />}
    </>
  );
}

/** A message that the server has not confirmed (WG-082). */
export function Waiting({ one, ...view }: { readonly one: Unsent } & View) {
  const { model, t } = view;
  const failure = one.failed ?? (model.outage === "long" ? failureOf("connection") : null);
  return (
    <li class="pw-grp pw-grp--me">
      <div class="pw-grp__msgs">
        <div class={failure === null ? "pw-b" : "pw-b pw-b--bad"} dir="auto">
          {one.upload === undefined ? one.text : one.upload.name}
        </div>
      </div>
      {failure === null ? (
        <p class="pw-meta">
          <span>{clockTime(one.at, t)}</span>
          <Icon name="clock" small />
          <span>{t("sending")}</span>
        </p>
      ) : (
        <Refused one={one} why={whyNot(failure, t)} {...view} />
      )}
    </li>
  );
}

function Refused({ one, why, acts, t }: { readonly one: Unsent; readonly why: string } & View) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(one.text).then(
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
        <span>{why}</span>
      </p>
      <div class="pw-retry">
        {one.upload === undefined ? button(t(isCopied ? "copied" : "copy"), copy) : null}
        {button(t("remove"), () => acts.discard(one.ref))}
        {button(t("tryAgain"), () => acts.again(one.ref))}
      </div>
    </>
  );
}

function whyNot({ code }: Failure, t: View["t"]): string {
  if (code === "connection") return t("notDeliveredWhy", { why: t("noConnection") });
  if (code === "too_old") return t("notDeliveredWhy", { why: t("tooOld") });
  if (code === "rate_limited") return t("notDeliveredWhy", { why: t("tooFast") });
  return t("notDelivered");
}
