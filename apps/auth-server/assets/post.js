// Sends the page's only form; without scripts a person does.
'use strict';
document.forms[0].submit();
