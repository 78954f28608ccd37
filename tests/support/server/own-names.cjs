// Names of a private network, as a hosts file has them: NAMES={"auth":"127.0.0.1"}.
const dns = require('node:dns');
const promises = require('node:dns/promises');
const { isIP } = require('node:net');

const NAMES = JSON.parse(process.env.NAMES);
const addressesOf = (name) => [NAMES[name]].flat().map((address) => ({ address, family: isIP(address) }));

const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  if (!Object.hasOwn(NAMES, name)) return lookup(name, options, callback);
  const [first] = addressesOf(name);
  process.nextTick(() =>
    options.all ? callback(null, addressesOf(name)) : callback(null, first.address, first.family),
  );
};
const { lookup: lookupLater } = promises;
promises.lookup = async (name, options) =>
  Object.hasOwn(NAMES, name) ? addressesOf(name) : lookupLater(name, options);
