/** The parts of React Native that the package uses. Apps have the real types. */
declare module "react-native" {
  export const Linking: { openURL(url: string): Promise<unknown> };
  export const BackHandler: {
    addEventListener(
      name: "hardwareBackPress",
      handler: () => boolean,
    ): { readonly remove: () => void };
  };
}

declare module "react-native-webview" {
  export const WebView: unknown;
}
