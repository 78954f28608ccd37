import { render } from 'preact';
import './console.css';
import { Console } from './console';
import { root } from './frame';
import { language } from './messages/messages';

// The page may be in a language that the console does not have.
root.lang = language;
render(<Console />, root);
