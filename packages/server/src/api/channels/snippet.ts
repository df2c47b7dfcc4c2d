/** Builds the embed code of a widget (WG-001). It queues calls until the script is loaded. */
export function buildSnippet(base: string, publicId: string, prefix: string): string {
  return `<script>${queueScript.replace('"widget_"', () => JSON.stringify(`${prefix}_`))}</script>\n<script src="${base}/${publicId}.js" async></script>`;
}

const queueScript = `(function(w,p){var a=w[p+"api"]=w[p+"api"]||{q:[]};if(!a.q)return;
"open close getVisitorNumber setContactInfo setCustomData setRules setUserToken showProactiveInvitation startCall isCallbackEnabled sendOfflineMessage on off".split(" ")
.forEach(function(n){a[n]=function(x){var s=typeof(n=="setUserToken"&&typeof x=="number"?x+="":x)=="string",r={result:"ok"};
if(n=="setCustomData"){if(!Array.isArray(x))return{result:"fail",reason:"Custom data must be array."}}
else if(n=="setUserToken"){if(!s||!/^[^\\x00-\\x1f\\x7f-\\x9f]{1,1024}$/.test(x))return{result:"fail",token:s&&x};r.token=x}
else r.queued=true;
a.q.push([n,arguments]);return r}});
a.chatMode=function(){return"offline"};a.getContactInfo=function(){return{name:null,client_name:null,email:null,phone:null,description:null}}
})(window,"widget_")`;
