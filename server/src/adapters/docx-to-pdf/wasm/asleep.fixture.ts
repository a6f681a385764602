/** A converter whose start never ends and never works, as that of LibreOffice once did. */
process.on('disconnect', () => process.exit());
setInterval(() => undefined, 2 ** 30);
