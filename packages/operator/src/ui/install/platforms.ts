import {
  IconBrandNextjs,
  IconBrandReactNative,
  IconBrandWordpress,
  IconShoppingBag,
  IconTag,
} from "@tabler/icons-react";
import { getChatPageUrl, getScriptLine, getScriptUrl } from "../start/snippet.ts";
import type { installText } from "./text.ts";

type TextId = Parameters<typeof installText>[0];

interface InstallStep {
  readonly text: TextId;
  /** Returns the code of the step. `snippet` is the full code of the widget. */
  readonly code?: (snippet: string, publicId: string) => string;
}

/** A kind of site with at most three steps (WG-313). */
export interface Platform {
  readonly name: string;
  readonly about: TextId;
  readonly icon: typeof IconTag;
  /** What the release has for it. */
  readonly tag?: TextId;
  readonly steps: readonly InstallStep[];
  /** Page of the documentation. */
  readonly page: string;
}

const copySnippet = (snippet: string): string => snippet;

/** Kinds of sites after plain HTML, in the order of the page. */
export const platforms: readonly Platform[] = [
  {
    name: "WordPress",
    about: "install.wordpress",
    icon: IconBrandWordpress,
    tag: "install.plugin",
    steps: [
      { text: "install.wordpress.1" },
      { text: "install.wordpress.2", code: copySnippet },
      { text: "install.wordpress.3" },
    ],
    page: "wordpress",
  },
  {
    name: "Google Tag Manager",
    about: "install.gtm",
    icon: IconTag,
    tag: "install.template",
    steps: [
      { text: "install.gtm.1" },
      { text: "install.gtm.2", code: getScriptLine },
      { text: "install.gtm.3" },
    ],
    page: "tag-manager",
  },
  {
    name: "Shopify",
    about: "install.shopify",
    icon: IconShoppingBag,
    steps: [
      { text: "install.shopify.1" },
      { text: "install.shopify.2", code: copySnippet },
      { text: "install.shopify.3", code: () => shopifyCustomer },
    ],
    page: "shopify",
  },
  {
    name: "Next.js",
    about: "install.nextjs",
    icon: IconBrandNextjs,
    steps: [
      {
        text: "install.package",
        code: () => "npm install ./parlour-element-*.tgz ./parlour-react-*.tgz",
      },
      { text: "install.nextjs.2", code: writeNextLayout },
      {
        text: "install.identity",
        code: (snippet) =>
          `<ParlourChat src="${getScriptUrl(snippet)}" userToken={token} contactInfo={{ name }} />`,
      },
    ],
    page: "nextjs",
  },
  {
    name: "React Native",
    about: "install.native",
    icon: IconBrandReactNative,
    tag: "install.package.tag",
    steps: [
      {
        text: "install.package",
        code: () => "npm install ./parlour-react-native-*.tgz react-native-webview",
      },
      { text: "install.native.2", code: writeChatScreen },
    ],
    page: "web-views",
  },
];

const shopifyCustomer = `{% if customer %}
<script>
  widget_api.setContactInfo({ name: {{ customer.name | json }}, email: {{ customer.email | json }} });
</script>
{% endif %}`;

function writeNextLayout(snippet: string): string {
  return `import { ParlourChat } from "@parlour/react";

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <ParlourChat src="${getScriptUrl(snippet)}" />
      </body>
    </html>
  );
}`;
}

function writeChatScreen(snippet: string, publicId: string): string {
  return `import { ParlourChat } from "@parlour/react-native";

export function ChatScreen({ token, navigation }) {
  return (
    <ParlourChat
      address="${getChatPageUrl(snippet, publicId)}"
      userToken={token}
      onClose={() => navigation.goBack()}
    />
  );
}`;
}

/** Other kinds of sites, by name, with their page of the documentation. */
export const otherPlatforms: readonly (readonly [name: string, page: string])[] = [
  ["React, Vue, web components", "frameworks"],
  ["Flutter, web views", "web-views"],
  ["Nuxt", "nuxt"],
  ["Astro", "astro"],
  ["Tilda", "tilda"],
  ["Squarespace", "squarespace"],
  ["Webflow", "webflow"],
  ["Joomla", "joomla"],
  ["OpenCart", "opencart"],
];
