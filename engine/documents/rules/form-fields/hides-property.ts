/** Properties of a form element that page scripts and React read; a field of the same name shadows them. */
const properties: ReadonlySet<string> = new Set(
  `accessKey action addEventListener after append appendChild ariaBusy attributes autocomplete before blur checkValidity childElementCount
  childNodes children classList className click cloneNode closest contains dataset dir dispatchEvent draggable elements encoding enctype
  firstChild firstElementChild focus getAttribute getAttributeNames getElementsByTagName getRootNode hasAttribute hasChildNodes hidden id
  inert innerHTML innerText insertAdjacentElement insertBefore isConnected lang lastChild lastElementChild length localName matches method
  namespaceURI nextElementSibling nextSibling noValidate nodeName nodeType nodeValue normalize outerHTML ownerDocument parentElement
  parentNode prefix prepend previousElementSibling previousSibling querySelector querySelectorAll remove removeAttribute removeChild
  removeEventListener replaceChild replaceChildren replaceWith reportValidity requestSubmit reset role setAttribute shadowRoot slot style
  submit tabIndex tagName target textContent toggleAttribute`.split(/\s+/),
);

/** Whether a field of this name would shadow a property of its form or of objects. */
export const hidesProperty = (name: string): boolean => properties.has(name) || name in Object.prototype;
