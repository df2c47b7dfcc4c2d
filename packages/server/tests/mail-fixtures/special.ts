import { buildMail, encodeWord, type Part } from "./encode.ts";
import type { MailFixture } from "./index.ts";

/** Mails that no template covers. Each is written out, with what a person reads in it. */
export function buildSpecialFixtures(): readonly MailFixture[] {
  return [...threads, ...texts, ...structures].map(build);
}

interface Special {
  readonly name: string;
  readonly subject?: string;
  readonly body: Part | string;
  readonly text: string;
  readonly quote?: string;
  readonly signature?: string;
  readonly forwarded?: boolean;
  readonly attachments?: readonly string[];
}
function build(special: Special): MailFixture {
  const { name, subject = "Re: Order 20417", body } = special;
  const part: Part =
    typeof body === "string"
      ? {
          type: body.startsWith("<") ? "text/html" : "text/plain",
          charset: "utf-8",
          encoding: "quoted-printable",
          body,
        }
      : body;
  const headers = [
    "From: Emma Clarke <emma@mail.example>",
    "To: support@shop.example",
    `Subject: ${encodeWord(subject, "utf-8")}`,
    "Date: Tue, 3 Mar 2026 11:00:00 +0100",
    `Message-ID: <${name.replaceAll(" ", "-")}@mail.example>`,
  ];
  return {
    name: `special ${name}`,
    raw: buildMail(headers, part),
    sender: "Emma Clarke",
    subject,
    text: special.text,
    quote: special.quote ?? "",
    signature: special.signature ?? "",
    forwarded: special.forwarded ?? false,
    attachments: special.attachments ?? [],
  };
}

const plain = (body: string): Part => ({ type: "text/plain", charset: "utf-8", body });
const html = (body: string): Part => ({ type: "text/html", charset: "utf-8", body });

/** Threads, and programs and languages that the templates do not have. */
const threads: readonly Special[] = [
  {
    name: "two levels of quotes in Gmail",
    body: '<div dir="ltr">Thanks, that works now.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Tue, Mar 3, 2026 at 10:05 AM Example Support &lt;<a href="mailto:support@shop.example">support@shop.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><div>Please try again.</div><div><br></div><div class="gmail_quote"><div class="gmail_attr">On Mon, Mar 2, 2026 at 9:00 AM Emma Clarke wrote:<br></div><blockquote class="gmail_quote">The link is broken.</blockquote></div></blockquote></div>',
    text: "Thanks, that works now.",
    quote:
      "On Tue, Mar 3, 2026 at 10:05 AM Example Support <support@shop.example> wrote:\nPlease try again.\nOn Mon, Mar 2, 2026 at 9:00 AM Emma Clarke wrote:\nThe link is broken.",
  },
  {
    name: "chain of headers in Outlook",
    body: "Thanks, that works now.\n\nFrom: Example Support <support@shop.example>\nSent: Tuesday, March 3, 2026 10:05 AM\nTo: Emma Clarke <emma@mail.example>\nSubject: RE: Order 20417\n\nPlease try again.\n\nFrom: Emma Clarke <emma@mail.example>\nSent: Monday, March 2, 2026 9:00 AM\nTo: Example Support <support@shop.example>\nSubject: Order 20417\n\nThe link is broken.\n",
    text: "Thanks, that works now.",
    quote:
      "From: Example Support <support@shop.example>\nSent: Tuesday, March 3, 2026 10:05 AM\nTo: Emma Clarke <emma@mail.example>\nSubject: RE: Order 20417\nPlease try again.\nFrom: Emma Clarke <emma@mail.example>\nSent: Monday, March 2, 2026 9:00 AM\nTo: Example Support <support@shop.example>\nSubject: Order 20417\nThe link is broken.",
  },
  {
    name: "German Gmail on a phone",
    body: '<div dir="auto">Passt so, danke.</div><br><div class="gmail_quote"><div dir="ltr">Example Support &lt;<a href="mailto:support@shop.example">support@shop.example</a>&gt; schrieb am Di., 3. März 2026, 10:05:<br></div><blockquote class="gmail_quote">Ist die Adresse richtig?</blockquote></div>',
    text: "Passt so, danke.",
    quote:
      "Example Support <support@shop.example> schrieb am Di., 3. März 2026, 10:05:\nIst die Adresse richtig?",
  },
  {
    name: "Italian",
    body: "Va bene, grazie.\n\nIl 03/03/2026 10:05 Example Support <support@shop.example> ha scritto:\n> L'indirizzo è corretto?\n",
    text: "Va bene, grazie.",
    quote:
      "Il 03/03/2026 10:05 Example Support <support@shop.example> ha scritto:\nL'indirizzo è corretto?",
  },
  {
    name: "Dutch Outlook",
    body: "Dat klopt, dank u.\n\n________________________________\nVan: Example Support <support@shop.example>\nVerzonden: dinsdag 3 maart 2026 10:05\nAan: Emma Clarke <emma@mail.example>\nOnderwerp: RE: Order 20417\n\nKlopt het adres?\n",
    text: "Dat klopt, dank u.",
    quote:
      "________________________________\nVan: Example Support <support@shop.example>\nVerzonden: dinsdag 3 maart 2026 10:05\nAan: Emma Clarke <emma@mail.example>\nOnderwerp: RE: Order 20417\nKlopt het adres?",
  },
  {
    name: "Czech webmail",
    body: "Ano, děkuji.\n\n---------- Původní e-mail ----------\nOd: Example Support <support@shop.example>\nKomu: Emma Clarke <emma@mail.example>\nDatum: 3. 3. 2026 10:05:12\nPředmět: Re: Order 20417\n\nJe adresa správná?\n",
    text: "Ano, děkuji.",
    quote:
      "---------- Původní e-mail ----------\nOd: Example Support <support@shop.example>\nKomu: Emma Clarke <emma@mail.example>\nDatum: 3. 3. 2026 10:05:12\nPředmět: Re: Order 20417\nJe adresa správná?",
  },
  {
    name: "Swedish",
    body: "Ja, det stämmer.\n\nDen tis 3 mars 2026 kl 10:05 skrev Example Support <support@shop.example>:\n\n> Stämmer adressen?\n",
    text: "Ja, det stämmer.",
    quote:
      "Den tis 3 mars 2026 kl 10:05 skrev Example Support <support@shop.example>:\nStämmer adressen?",
  },
  {
    name: "Yahoo on an iPhone",
    body: "Yes, please.\n\n\nSent from Yahoo Mail for iPhone\n\n\nOn Tuesday, March 3, 2026, 10:05 AM, Example Support <support@shop.example> wrote:\n\nShall we send it again?\n\n\n",
    text: "Yes, please.",
    signature: "Sent from Yahoo Mail for iPhone",
    quote:
      "On Tuesday, March 3, 2026, 10:05 AM, Example Support <support@shop.example> wrote:\nShall we send it again?",
  },
  {
    name: "Lotus Notes",
    body: "Das stimmt.\n\n\n\nVon:\tExample Support <support@shop.example>\nAn:\tEmma Clarke <emma@mail.example>,\nDatum:\t03.03.2026 10:05\nBetreff:\tRe: Order 20417\n\n\n\nStimmt die Adresse?\n",
    text: "Das stimmt.",
    quote:
      "Von:\tExample Support <support@shop.example>\nAn:\tEmma Clarke <emma@mail.example>,\nDatum:\t03.03.2026 10:05\nBetreff:\tRe: Order 20417\nStimmt die Adresse?",
  },
  {
    name: "introduction on three lines",
    body: "Yes.\n\nOn Tuesday, the 3rd of March 2026 at 10:05:12 in the morning, the team of\nExample Support with the address\n<support@shop.example> wrote:\n> Is the address right?\n",
    text: "Yes.",
    quote:
      "On Tuesday, the 3rd of March 2026 at 10:05:12 in the morning, the team of\nExample Support with the address\n<support@shop.example> wrote:\nIs the address right?",
  },
  {
    name: "forward without own text",
    subject: "Fwd: Invoice 7",
    body: '<div dir="ltr"><br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: Shop &lt;info@other.example&gt;<br>Date: Tue, Mar 3, 2026 at 10:05 AM<br>Subject: Invoice 7<br>To: Emma Clarke &lt;emma@mail.example&gt;<br></div><br>Please pay by Friday.</div></div>',
    text: "---------- Forwarded message ---------\nFrom: Shop <info@other.example>\nDate: Tue, Mar 3, 2026 at 10:05 AM\nSubject: Invoice 7\nTo: Emma Clarke <emma@mail.example>\n\nPlease pay by Friday.",
    forwarded: true,
  },
  {
    name: "quote without introduction",
    body: "Both are fine.\n\n> Size 42 or 43?\n",
    text: "Both are fine.",
    quote: "Size 42 or 43?",
  },
  {
    name: "quote whose lines were broken again",
    body: "Yes.\n\nOn 3 March 2026 at 10:05, Example Support <support@shop.example> wrote:\n> Is the address of the order that you placed last week still the same as\nbefore?\n> Please tell us.\n",
    text: "Yes.",
    quote:
      "On 3 March 2026 at 10:05, Example Support <support@shop.example> wrote:\nIs the address of the order that you placed last week still the same as before?\nPlease tell us.",
  },
];

/** Text that looks like a quote or a signature, and real signatures without a mark. */
const texts: readonly Special[] = [
  {
    name: "travel data",
    subject: "Booking",
    body: "Please change my booking:\n\nFrom: Berlin\nTo: Hamburg\nDate: 5 May 2026\n\nThe rest remains.",
    text: "Please change my booking:\n\nFrom: Berlin\nTo: Hamburg\nDate: 5 May 2026\n\nThe rest remains.",
  },
  {
    name: "output of a program",
    subject: "Error",
    body: "I ran this:\n\n> npm install shop\n> error: not found\n\nWhat is wrong?",
    text: "I ran this:\n\n> npm install shop\n> error: not found\n\nWhat is wrong?",
  },
  {
    name: "two dashes between options",
    subject: "Options",
    body: "Option one costs 10 euros.\n\n--\n\nOption two costs 20 euros. Which one is better for a family with two children?",
    text: "Option one costs 10 euros.\n\n--\n\nOption two costs 20 euros. Which one is better for a family with two children?",
  },
  {
    name: "short closing",
    body: "It has arrived today.\n\nThanks,\nEmma",
    text: "It has arrived today.\n\nThanks,\nEmma",
  },
  {
    name: "reference to an earlier mail",
    body: "On 3 March 2026 you wrote that it would be sent:\n\nWhen will that be?",
    text: "On 3 March 2026 you wrote that it would be sent:\n\nWhen will that be?",
  },
  {
    name: "closing with contact details in plain text",
    body: "It has arrived today.\n\nBest regards\n\nEmma Clarke\nNorthwind Traders Ltd\nPhone +44 20 7946 0123\n",
    text: "It has arrived today.\n\nBest regards",
    signature: "Emma Clarke\nNorthwind Traders Ltd\nPhone +44 20 7946 0123",
  },
  {
    name: "footer of a mailing list",
    subject: "[club] Meeting",
    body: "The meeting is on Friday.\n\n_______________________________________________\nClub mailing list\nclub@lists.example\nhttps://lists.example/club\n",
    text: "The meeting is on Friday.",
    signature:
      "_______________________________________________\nClub mailing list\nclub@lists.example\nhttps://lists.example/club",
  },
  {
    name: "warning of the mail server above the text",
    subject: "Order 20417",
    body: '<body><table border="0"><tr><td style="background:#ffeb9c">CAUTION: This email originated from outside of the organization.</td></tr></table><br><div>Where is my order?</div></body>',
    text: "Where is my order?",
  },
  {
    name: "links",
    subject: "Link",
    body: '<p>I mean <a href="https://shop.example/shoes?id=7">these shoes</a>, not <a href="http://www.shop.example/">www.shop.example</a> or <a href="mailto:emma@mail.example">emma@mail.example</a>.</p>',
    text: "I mean these shoes <https://shop.example/shoes?id=7>, not www.shop.example or emma@mail.example.",
  },
  {
    name: "lists and a table",
    subject: "Order",
    body: "<p>I need:</p><ul><li>shoes</li><li>socks</li></ul><p>As before:</p><table><tr><th>Article</th><th>Number</th></tr><tr><td>Shoes</td><td>1</td></tr><tr><td>Socks</td><td>3</td></tr></table><p>Thank you!</p>",
    text: "I need:\n\n- shoes\n- socks\n\nAs before:\n\nArticle Number\nShoes 1\nSocks 3\n\nThank you!",
  },
  {
    name: "hidden text",
    subject: "Order",
    body: '<body><div style="display:none;max-height:0">Hidden preview</div><style>p{color:red}</style><p>Visible &amp; <b>bold</b> text&nbsp;here.</p><script>alert(1)</script></body>',
    text: "Visible & bold text here.",
  },
  {
    name: "company signature in a table without closing",
    subject: "Offer",
    body: '<body><p>Please send me an offer for 20 pairs.</p><table cellpadding="0"><tr><td><img src="https://northwind.example/logo.png"></td><td><b>Emma Clarke</b><br>Head of Purchasing<br>Phone: +44 20 7946 0123</td></tr></table></body>',
    text: "Please send me an offer for 20 pairs.",
    signature: "Emma Clarke\nHead of Purchasing\nPhone: +44 20 7946 0123",
  },
];

/** Structures of parts. */
const structures: readonly Special[] = [
  {
    name: "picture without text",
    body: {
      type: "multipart/mixed",
      body: [
        plain(""),
        {
          type: "image/jpeg",
          encoding: "base64",
          headers: ['Content-Disposition: inline; filename="IMG_2041.jpeg"'],
          body: Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
        },
      ],
    },
    text: "",
    attachments: ["IMG_2041.jpeg 4"],
  },
  {
    name: "picture between two texts",
    body: {
      type: "multipart/mixed",
      body: [
        plain("This is the damage:\n"),
        {
          type: "image/jpeg",
          encoding: "base64",
          headers: ['Content-Disposition: inline; filename="damage.jpeg"'],
          body: Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
        },
        plain("Please replace it."),
      ],
    },
    text: "This is the damage:\n\nPlease replace it.",
    attachments: ["damage.jpeg 4"],
  },
  {
    name: "signed with S/MIME",
    body: {
      type: 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256',
      body: [
        plain("Signed text."),
        {
          type: 'application/pkcs7-signature; name="smime.p7s"',
          encoding: "base64",
          headers: ['Content-Disposition: attachment; filename="smime.p7s"'],
          body: Buffer.from("signature"),
        },
      ],
    },
    text: "Signed text.",
    attachments: ["smime.p7s 9"],
  },
  {
    name: "invitation",
    body: {
      type: "multipart/alternative",
      body: [
        plain("Meeting on Friday."),
        {
          type: "text/calendar; method=REQUEST",
          charset: "utf-8",
          body: "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
        },
      ],
    },
    text: "Meeting on Friday.",
    attachments: ["invitation.ics 32"],
  },
  {
    name: "attached mail",
    subject: "See attached",
    body: {
      type: "multipart/mixed",
      body: [
        plain("See the attached mail."),
        {
          type: "message/rfc822",
          headers: ['Content-Disposition: attachment; filename="Invoice.eml"'],
          body: "From: a@other.example\nSubject: Invoice\n\nPay.",
        },
      ],
    },
    text: "See the attached mail.",
    attachments: ["Invoice.eml 47"],
  },
  {
    name: "reaction",
    body: {
      type: "multipart/alternative",
      body: [
        plain("👍\n\nEmma Clarke reacted via Gmail"),
        {
          type: "text/vnd.google.email-reaction+json",
          charset: "utf-8",
          body: '{"emoji":"👍","version":1}',
        },
        html("<div><p>👍</p><p>Emma Clarke reacted via Gmail</p></div>"),
      ],
    },
    text: "👍\n\nEmma Clarke reacted via Gmail",
  },
  {
    name: "two files with the same name",
    body: {
      type: "multipart/mixed",
      body: [
        plain("Both pages."),
        ...["one", "other"].map((text): Part => ({
          type: 'application/pdf; name="scan.pdf"',
          encoding: "base64",
          body: Buffer.from(text),
        })),
      ],
    },
    text: "Both pages.",
    attachments: ["scan.pdf 3", "scan.pdf 5"],
  },
];
