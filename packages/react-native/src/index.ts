import { BackHandler, Linking } from "react-native";
import { WebView } from "react-native-webview";
import type { ComponentType } from "react";
import { createChat, type WebViewProps } from "./chat.ts";

export type { ParlourChatProps } from "./chat.ts";

/** Shows the chat page of a widget. Fills the view that contains it. */
export const ParlourChat = createChat({
  WebView: WebView as ComponentType<WebViewProps>,
  openUrl: (url) => Linking.openURL(url),
  onBack: (handler) => BackHandler.addEventListener("hardwareBackPress", handler),
});
