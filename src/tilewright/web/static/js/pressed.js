// Whether something is pressed. A button that is moved or replaced between press and release is not clicked, so
// answers of the server that change what is on the page wait for the release.

let isDown = false;
let waiting = /** @type {(() => void)[]} */ ([]);

addEventListener("pointerdown", ({ button }) => { if (button === 0) isDown = true; }, true);
addEventListener("keydown", ({ key }) => { if (key === " ") isDown = true; }, true); // other keys act when they are pressed
for (const end of ["pointerup", "pointercancel", "contextmenu", "dragend", "keyup", "blur"]) addEventListener(end, ({ target }) => {
  if (end === "blur" && target !== window) return; // another field, not another window
  isDown = false;
  setTimeout(() => { // after the click
    if (isDown) return;
    const ready = waiting;
    waiting = [];
    for (const go of ready) go();
  });
}, true);

/** @returns {boolean} whether a mouse button, a finger or the space key is down */
export const isPressed = () => isDown;

/** Wait until nothing is pressed; what is clicked by that is done before.
 *  @returns {Promise<void>} */
export const released = () => new Promise((resolve) => { if (isDown) waiting.push(resolve); else resolve(); });
