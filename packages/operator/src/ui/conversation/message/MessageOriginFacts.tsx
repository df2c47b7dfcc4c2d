import type { EmailAddress, MessageEmail, MessageOrigin } from "@parlour/protocol";
import { mailCharsets } from "@parlour/protocol/entity/channel-kinds/mail-charsets";
import {
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconMailForward,
  IconRobot,
  IconShieldCheck,
  IconShieldQuestion,
  IconSpeakerphone,
} from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../Button.tsx";
import { Select } from "../../Field.tsx";
import { Icon } from "../../Icon.tsx";
import { formatClock, useNow } from "../../time.ts";
import { RichText } from "../rich-text/RichText.tsx";
import { t as emailText } from "../email-text.ts";
import { t } from "../text.ts";
import { Disclosure } from "../../disclosure/Disclosure.tsx";

/** Shows what a service says about a message above its text: subject and sender (CON-032). */
export function MessageOriginHeader({ origin }: { origin: MessageOrigin }) {
  const { subject, from, from_name, verified, automatic, forwarded, to, cc, referral } = origin;
  return (
    <span className="origin">
      {subject !== undefined && <b dir="auto">{subject}</b>}
      {from !== undefined && <Sender from={from} name={from_name} verified={verified} />}
      <Recipients to={to} cc={cc} />
      {automatic === true && (
        <small>
          <Icon of={IconRobot} small /> {t("origin.automatic")}
        </small>
      )}
      {forwarded === true && (
        <small>
          <Icon of={IconMailForward} small /> {t("origin.forwarded")}
        </small>
      )}
      {referral !== undefined && (
        <small>
          <Icon of={IconSpeakerphone} small />{" "}
          <span dir="auto">{t("origin.referral", { text: referral })}</span>
        </small>
      )}
      <Faults {...origin} />
    </span>
  );
}

/** Shows the sender, and whether they are verified, unless the service always does that. */
function Sender({
  from,
  name,
  verified,
}: {
  from: string;
  name: string | undefined;
  verified: boolean | undefined;
}) {
  return (
    <>
      <small dir="auto">{name === undefined ? from : `${name}, ${from}`}</small>
      {verified !== undefined && (
        <small className={verified ? "success" : "warning"}>
          <Icon of={verified ? IconShieldCheck : IconShieldQuestion} small />{" "}
          {t(verified ? "origin.verified" : "origin.claimed")}
        </small>
      )}
    </>
  );
}

/** Shows to whom an email was sent. */
function Recipients({
  to = [],
  cc = [],
  bcc = [],
}: {
  to?: readonly EmailAddress[] | undefined;
  cc?: readonly EmailAddress[] | undefined;
  bcc?: readonly EmailAddress[] | undefined;
}) {
  const parts = [
    ...(to.length === 0 ? [] : [emailText("sent.to", { list: formatAddresses(to) })]),
    ...(cc.length === 0 ? [] : [emailText("sent.cc", { list: formatAddresses(cc) })]),
    ...(bcc.length === 0 ? [] : [emailText("sent.bcc", { list: formatAddresses(bcc) })]),
  ];
  return parts.length === 0 ? null : <small dir="auto">{parts.join(" · ")}</small>;
}
const formatAddresses = (addresses: readonly EmailAddress[]): string =>
  addresses.map(({ address, name }) => name || address).join(", ");

/** Shows subject and recipients of an operator's email above its text (MAIL-098). */
export function EmailFacts({ email: { subject, ...recipients } }: { email: MessageEmail }) {
  return (
    <span className="origin">
      {subject !== "" && <b dir="auto">{subject}</b>}
      <Recipients {...recipients} />
    </span>
  );
}

/** Shows what the reader of an email should know about its defects (MAIL-117). */
function Faults({ faults = [], charset = "" }: MessageOrigin) {
  const texts = new Set(
    faults.filter(isKnownFault).map((fault) => t(faultTexts[fault], { charset })),
  );
  return [...texts].map((text) => (
    <small key={text}>
      <Icon of={IconInfoCircle} small /> {text}
    </small>
  ));
}
/** Other faults concern only programs. */
const faultTexts = {
  signature_not_checked: "origin.fault.signature",
  encrypted: "origin.fault.encrypted",
  unreadable: "origin.fault.unreadable",
  too_complex: "origin.fault.incomplete",
  too_many_parts: "origin.fault.incomplete",
  broken_structure: "origin.fault.damaged",
  broken_encoding: "origin.fault.damaged",
  guessed_charset: "origin.fault.charset",
  undecodable_text: "origin.fault.characters",
} as const;
const isKnownFault = (fault: string): fault is keyof typeof faultTexts =>
  Object.hasOwn(faultTexts, fault);

/** Shows the folded quote and signature of a message below its text. */
export function MessageOriginRest({ origin }: { origin: MessageOrigin }) {
  const { quote = "", signature = "", original_path, charset } = origin;
  return (
    <>
      {signature !== "" && <Folded title={t("origin.signature")} text={signature} />}
      {quote !== "" && <Folded title={t("origin.quote")} text={quote} />}
      {original_path !== undefined && <Original path={original_path} guessed={charset} />}
    </>
  );
}

function Folded({ title, text }: { title: string; text: string }) {
  return (
    <Disclosure className="origin-rest" title={title}>
      <RichText text={text} />
    </Disclosure>
  );
}

/**
 * Loads the original when it is opened, in a frame without scripts. Pictures of other servers are
 * loaded on demand, because they tell the sender that it was opened (CON-037, MAIL-028).
 */
function Original({ path, guessed }: { path: string; guessed: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const [showsPictures, setShowsPictures] = useState(false);
  const [charset, setCharset] = useState(guessed);
  const params = new URLSearchParams();
  if (showsPictures) params.set("images", "show");
  if (charset !== guessed && charset !== undefined) params.set("charset", charset);
  const query = params.toString();
  const source = query === "" ? path : `${path}?${query}`;
  return (
    <Disclosure
      className="origin-rest"
      title={t("origin.original")}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {isOpen && (
        <>
          {guessed !== undefined && (
            <Select
              label={t("origin.charset")}
              value={charset ?? ""}
              onChange={(event) => setCharset(event.target.value)}
              options={mailCharsets.map((name) => ({ value: name, label: name }))}
            />
          )}
          <iframe sandbox="" src={source} title={t("origin.original")} loading="lazy" />
          {!showsPictures && (
            <p className="t12 soft">
              {t("origin.pictures.hint")}{" "}
              <Button variant="text" small onClick={() => setShowsPictures(true)}>
                {t("origin.pictures")}
              </Button>
            </p>
          )}
        </>
      )}
    </Disclosure>
  );
}

/** Says when a message is sent. Afterwards it is saved until an attempt has ended. */
export function WaitingStatus({ until }: { until: string }) {
  const isWaiting = useNow(1000) < Date.parse(until);
  return (
    <>
      <Icon of={isWaiting ? IconClock : IconCheck} small />
      {isWaiting ? emailText("waiting.plain", { time: formatClock(until) }) : t("mark.saved")}
    </>
  );
}
