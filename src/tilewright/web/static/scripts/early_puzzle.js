// Asks for the puzzle of the address while the modules of the page are still on their way; js/api.js takes the answer. It is small
// and no module: over a slow connection the page is ready sooner by the time of one request.
{
  const query = new URLSearchParams(location.search), isOwn = query.has("own") || new URLSearchParams(location.hash.slice(1)).has("t");
  const catalogue = query.get("puzzle") ?? (isOwn ? "" : document.getElementById("main")?.dataset.puzzle);
  if (catalogue && !query.has("use") && !query.has("motions") && window.earlyAnswer === undefined) {
    const body = JSON.stringify({ catalogue }), { root } = document.documentElement.dataset;
    const response = fetch(`${root}/api/puzzle`, { method: "POST", headers: { "content-type": "application/json" }, body })
      .then(async (answer) => new Response(await answer.blob(), answer)); // read also if nobody takes it: the connection is free again
    response.catch(() => null); // whoever takes the answer hears of it
    window.earlyAnswer = { path: "/puzzle", body, response };
  }
}
