// Search in pages that were opened from disk. Browsers start no worker for a file, so the script of the worker runs in a
// frame, which has its own global scope. Material for MkDocs looks for the name IFrameWorker.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    #waiting = [];
    #scope = null; // of the frame, once its script has run

    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const scope = frame.contentWindow;
      scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      scope.importScripts = (...urls) => Promise.all(urls.map((each) => this.#load(frame, each)));
      this.#load(frame, url).then(() => {
        this.#scope = scope;
        for (const data of this.#waiting.splice(0)) this.postMessage(data);
      }, () => this.dispatchEvent(new Event("error")));
    }

    #load(frame, url) {
      const script = frame.contentDocument.createElement("script");
      script.src = url;
      return new Promise((resolve, reject) => {
        [script.onload, script.onerror] = [resolve, reject];
        frame.contentDocument.head.append(script);
      });
    }

    postMessage(data) {
      if (this.#scope) this.#scope.dispatchEvent(new this.#scope.MessageEvent("message", { data }));
      else this.#waiting.push(data);
    }
  };
  window.Worker = window.IFrameWorker;
}
