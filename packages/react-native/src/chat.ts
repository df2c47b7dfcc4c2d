import { createElement, useEffect, useState, type ComponentType, type ReactElement } from "react";

export interface ParlourChatProps {
  /** Address of the chat page: `https://chat.example/chat/8FOctx379e`. */
  readonly address: string;
  /** Token of the user who is signed in, signed by your server. */
  readonly userToken?: string | undefined;
  /** Token with fields, signed by your server. */
  readonly fields?: string | undefined;
  /** Page of your site or screen that the visitor comes from, as path or address. */
  readonly page?: string | undefined;
  /** Runs when the visitor presses the back button of Android. Absent: the app handles it. */
  readonly onClose?: (() => void) | undefined;
  /** Style of the web view. */
  readonly style?: object | undefined;
}

/** The parts of React Native that the component uses. */
export interface NativeParts {
  readonly WebView: ComponentType<WebViewProps>;
  /** Opens an address in the browser or app of the device. */
  readonly openUrl: (url: string) => Promise<unknown>;
  /** Listens to the back button. A handler returns whether it has handled the press. */
  readonly onBack: (handler: () => boolean) => { readonly remove: () => void };
}

/** The properties of the web view that the component sets. */
export interface WebViewProps {
  readonly source: { readonly uri: string };
  readonly originWhitelist: readonly string[];
  readonly onShouldStartLoadWithRequest: (request: NavigationRequest) => boolean;
  readonly onOpenWindow: (event: { readonly nativeEvent: { readonly targetUrl: string } }) => void;
  readonly [name: string]: unknown;
}
interface NavigationRequest {
  readonly url: string;
  /** Only iOS has it. Android asks only for the top frame. */
  readonly isTopFrame?: boolean;
}

/** Events of iOS and Android after the system has ended the process of the page. */
export const processEndEvents = ["onContentProcessDidTerminate", "onRenderProcessGone"] as const;

/** Creates the component for these parts. */
export function createChat(native: NativeParts): (props: ParlourChatProps) => ReactElement {
  return function ParlourChat({ address, userToken, fields, page, onClose, style }) {
    const [restarts, setRestarts] = useState(0);
    useEffect(() => {
      if (onClose === undefined) return;
      const subscription = native.onBack(() => {
        onClose();
        return true;
      });
      return () => subscription.remove();
    }, [onClose]);
    const openOutside = (url: string): void => {
      if (canOpen(url)) native.openUrl(url).catch(() => undefined);
    };
    const restart = (): void => setRestarts((count) => count + 1);
    return createElement(native.WebView, {
      // A new key loads the page again. The system ends the process of a page to get memory.
      key: restarts,
      source: { uri: buildAddress(address, { user_token: userToken, fields, page }) },
      style,
      // The handler below decides. The list would open other origins without asking it.
      originWhitelist: ["*"],
      onShouldStartLoadWithRequest: ({ url, isTopFrame = true }) => {
        if (!isTopFrame || isOfOrigin(url, address)) return true;
        openOutside(url);
        return false;
      },
      // Links in messages open a new window.
      onOpenWindow: ({ nativeEvent }) => openOutside(nativeEvent.targetUrl),
      ...Object.fromEntries(processEndEvents.map((name) => [name, restart])),
      domStorageEnabled: true,
      // The page keeps its own distance to notches, bars and the keyboard.
      contentInsetAdjustmentBehavior: "never",
      automaticallyAdjustContentInsets: false,
      hideKeyboardAccessoryView: true,
      keyboardDisplayRequiresUserAction: false,
      // Voice messages.
      allowsInlineMediaPlayback: true,
      mediaCapturePermissionGrantType: "grantIfSameHostElsePrompt",
    });
  };
}

/** Adds the parameters that have a value to the address of the chat page. */
export function buildAddress(
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  if (pairs.length === 0) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

/** React Native has no complete `URL`, so origins are compared as text. */
const originOf = (url: string): string => /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() ?? "";
const isOfOrigin = (url: string, address: string): boolean =>
  url === "about:blank" || (originOf(url) !== "" && originOf(url) === originOf(address));
/** Other schemes could start parts of other apps. */
const canOpen = (url: string): boolean => /^(?:https?:\/\/|mailto:|tel:)/i.test(url);
