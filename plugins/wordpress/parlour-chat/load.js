// Loads the chat window, after consent if the site asks for it, and tells it who the visitor is.
(function () {
  "use strict";

  function start() {
    var element = document.getElementById("parlour-chat");
    if (element === null || window.parlourChatLoaded) return;
    window.parlourChatLoaded = true;
    var settings = JSON.parse(element.textContent);
    whenAllowed(settings.consent, function () {
      var script = document.createElement("script");
      script.src = settings.script;
      script.async = true;
      script.addEventListener("load", function () {
        sendVisitor(settings.visitor);
        followCart(settings.visitor);
      });
      document.body.appendChild(script);
    });
  }

  // Asks the WP Consent API, and waits for the visitor's choice.
  function whenAllowed(category, load) {
    if (category === null || typeof window.wp_has_consent !== "function") return load();
    if (window.wp_has_consent(category)) return load();
    document.addEventListener("wp_listen_for_consent_change", function listen(event) {
      if (event.detail[category] !== "allow") return;
      document.removeEventListener("wp_listen_for_consent_change", listen);
      load();
    });
  }

  function sendVisitor(address) {
    fetch(address, { credentials: "same-origin" })
      .then(function (response) {
        return response.ok ? response.json() : null;
      })
      .then(function (visitor) {
        if (visitor === null || typeof widget_api === "undefined") return;
        if (visitor.token !== null) widget_api.setUserToken(visitor.token);
        if (visitor.contact !== null) widget_api.setContactInfo(visitor.contact);
        if (Object.keys(visitor.fields).length > 0) widget_api.setFields(visitor.fields);
        widget_api.setCustomData(visitor.data);
      })
      .catch(function () {
        // The chat also works without this data.
      });
  }

  // WooCommerce says with events of jQuery that the cart has changed.
  function followCart(address) {
    if (typeof window.jQuery !== "function") return;
    window
      .jQuery(document.body)
      .on("added_to_cart removed_from_cart updated_cart_totals", function () {
        sendVisitor(address);
      });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
