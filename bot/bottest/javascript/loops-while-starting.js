for (;;);
function LoopsOnStart() {}
